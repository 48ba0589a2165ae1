import { Scale } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { Car } from '../../contract/cars/cars.ts'
import { formatCount } from '../../contract/number-format.ts'
import { pages } from '../../contract/pages.ts'
import { MAX_COMPARED_CARS } from '../../contract/shortlist-limits.ts'
import { useWebAddress } from '../api/config.ts'
import { shareLink } from '../features/cars/copy-link.ts'
import { CompareTable } from '../features/shortlist/CompareTable.tsx'
import { choosePath, comparePath, readComparedIds } from '../features/shortlist/compare-path.ts'
import { useListCarsByIdQuery } from '../features/shortlist/shortlist.api.ts'
import { Breadcrumb } from '../ui/controls/Breadcrumb.tsx'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'

/** Renders `/compare?cars=ID,ID`. The URL names the cars, so it can be shared. */
export function ComparePage() {
  const [search, setSearch] = useSearchParams()
  const ids = readComparedIds(search)
  const shownIds = ids.slice(0, MAX_COMPARED_CARS)
  const { currentData, error, isFetching, refetch } = useListCarsByIdQuery(
    { query: { ids: shownIds.join(',') } },
    { skip: shownIds.length === 0 },
  )
  const cars = shownIds.length === 0 ? [] : currentData

  function handleRemove(car: Car) {
    const others = ids.filter((id) => id !== car._id)
    setSearch(others.length > 0 ? { cars: others.join(',') } : {}, { replace: true })
  }

  return (
    <div className="page flex flex-col gap-5 py-8">
      <Breadcrumb
        items={[
          { label: 'Home', to: '/' },
          { label: pages.shortlist.title, to: choosePath(ids) },
          { label: 'Compare' },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1 font-heavy text-balance">Side by side</h1>
        {cars && cars.length > 0 && <ShareComparison cars={cars} />}
      </div>
      {cars && <MissingCars ids={ids} shownCount={shownIds.length} cars={cars} />}
      {!cars && error ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Card>
      ) : !cars ? (
        <Loading label="Loading the cars" className="card flex flex-col gap-4 p-5">
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : cars.length === 0 ? (
        <NothingToCompare />
      ) : (
        <>
          <CompareTable cars={cars} onRemove={handleRemove} />
          {cars.length < MAX_COMPARED_CARS && (
            <div className="flex flex-wrap items-center gap-3">
              <LinkButton variant="secondary" to={choosePath(ids)}>
                Choose from The Kerb
              </LinkButton>
              {cars.length === 1 && <p className="text-muted">Add at least one more car to compare.</p>}
            </div>
          )}
        </>
      )}
    </div>
  )
}

function ShareComparison({ cars }: { cars: readonly Car[] }) {
  const webAddress = useWebAddress()
  return (
    <Button
      variant="secondary"
      onClick={() =>
        void shareLink({
          title: `Compare ${formatCount(cars.length, 'car')}`,
          url: webAddress(comparePath(cars)),
        })
      }
    >
      Share this comparison
    </Button>
  )
}

interface MissingCarsProps {
  ids: readonly string[]
  shownCount: number
  cars: readonly Car[]
}

/** Explains why the page shows fewer cars than the link names. */
function MissingCars({ ids, shownCount, cars }: MissingCarsProps) {
  const missing = shownCount - cars.length
  return (
    <div role="status" className="compare-notices flex flex-col gap-3">
      {ids.length > shownCount && (
        <Notice title={`This link names ${ids.length} cars. The first ${MAX_COMPARED_CARS} are shown.`} />
      )}
      {missing > 0 && (
        <Notice tone="warning" title={`${formatCount(missing, 'car')} of this link can’t be shown`}>
          <p>
            {missing === 1 ? 'It’s unknown, or no longer listed.' : 'They’re unknown, or no longer listed.'}
          </p>
        </Notice>
      )}
    </div>
  )
}

function NothingToCompare() {
  return (
    <Card>
      <EmptyState
        icon={<Scale />}
        title="No cars to compare"
        text={`Choose 2 to ${MAX_COMPARED_CARS} cars on The Kerb, and see them side by side.`}
        action={<LinkButton to={pages.shortlist.path}>Open The Kerb</LinkButton>}
      />
    </Card>
  )
}
