import { useId } from 'react'
import type { CarChange } from '../../../contract/cars/car-changes.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { useSession } from '../../session/use-session.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { getPriceStepIcon } from './change-icons.ts'
import { useListCarChangesInfiniteQuery } from './changes.api.ts'
import { ChangeEntries } from './ChangeEntries.tsx'
import { listPriceSteps, formatPriceSummary, type PriceStep } from './price-steps.ts'
import { Timeline, TimelineItem } from './Timeline.tsx'

export function CarHistory({ car }: { car: Car }) {
  const id = useId()
  const { me } = useSession()
  const query = useListCarChangesInfiniteQuery({ params: { id: car._id } })
  const { items: changes, total } = flattenPages(query.data)
  const isComplete = changes?.some(({ by }) => by !== undefined) ?? false
  const isForSale = car.available === 'instock' || car.available === 'reserved'

  return (
    <section aria-labelledby={id} className="no-print">
      <h2 id={id} className="text-h3">
        {isComplete ? 'History' : 'Price history'}
      </h2>
      {isForSale && changes && !query.hasNextPage && <Summary changes={changes} />}
      {car.fees.length > 0 && (
        <p className="mt-2 text-small text-muted">These are the seller’s prices before fees.</p>
      )}
      <div className="mt-4">
        {changes ? (
          <Entries car={car} changes={changes} isComplete={isComplete} isOwn={me?._id === car.sellerID} />
        ) : query.error ? (
          <ErrorState
            error={query.error}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <Loading label="Loading the history" className="flex flex-col gap-4">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-5 w-full" />
          </Loading>
        )}
      </div>
      <LoadMore
        shown={changes?.length ?? 0}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.isFetchNextPageError ? query.error : undefined}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </section>
  )
}

function Summary({ changes }: { changes: readonly CarChange[] }) {
  const summary = formatPriceSummary(changes)
  return summary && <p className="mt-2 font-semibold">{summary}</p>
}

interface EntriesProps {
  car: Car
  changes: readonly CarChange[]
  isComplete: boolean
  isOwn: boolean
}

function Entries({ car, changes, isComplete, isOwn }: EntriesProps) {
  if (changes.length === 0) return <p className="text-small text-muted">Nothing yet.</p>
  if (isComplete) return <ChangeEntries car={car} changes={changes} isOwn={isOwn} />
  return <PriceEntries steps={listPriceSteps(changes)} />
}

function PriceEntries({ steps }: { steps: readonly PriceStep[] }) {
  return (
    <Timeline>
      {steps.map((step, index) => (
        <TimelineItem key={index} icon={getPriceStepIcon(step)}>
          <p className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-semibold">{step.title}</span>
              {step.difference && (
                <>
                  {' '}
                  <span className={step.difference.isLess ? 'text-success' : 'text-muted'}>
                    {step.difference.text}
                  </span>
                </>
              )}
            </span>
            <span className="text-small text-muted">
              <DateText at={step.at} />
            </span>
          </p>
        </TimelineItem>
      ))}
    </Timeline>
  )
}
