import { useState } from 'react'
import { Bookmark } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import type { Car } from '../../contract/cars/cars.ts'
import { formatCount } from '../../contract/number-format.ts'
import { pages } from '../../contract/pages.ts'
import { MAX_COMPARED_CARS } from '../../contract/shortlist-limits.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { FactsLine } from '../features/cars/FactsLine.tsx'
import { comparePath, readComparedIds } from '../features/shortlist/compare-path.ts'
import { removeShortlisted } from '../features/shortlist/shortlist.api.ts'
import { ShortlistEmails } from '../features/shortlist/ShortlistEmails.tsx'
import { ShortlistRow } from '../features/shortlist/ShortlistRow.tsx'
import { useShortlist, type ShortlistItem } from '../features/shortlist/use-shortlist.ts'
import { useAppDispatch } from '../session/store.ts'
import { useSession } from '../session/use-session.ts'
import { Button, LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { RecentCars } from './RecentCars.tsx'
import '../features/shortlist/shortlist.css'

/** Renders `/shortlist`, The Kerb: the cars that the user or visitor watches. */
export function ShortlistPage() {
  const { items, error, isFetching, refetch } = useShortlist()
  const { me, status } = useSession()
  return (
    <div className="page flex flex-col gap-6 py-8">
      <div>
        <h1 className="text-h1 font-heavy">The Kerb</h1>
        <p className="mt-1 max-w-[68ch] text-muted" role="status">
          {items && items.length > 0 && `${formatCount(items.length, 'car')} pulled up for a closer look. `}
          {status === 'out' && items && items.length > 0 && (
            <>
              They’re on this device only. <TextLink to={pages.login.path}>Sign in</TextLink> to see them
              everywhere.
            </>
          )}
        </p>
      </div>
      {!items && error ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </Card>
      ) : !items ? (
        <Loading label="Loading The Kerb" className="flex flex-col gap-3">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-36 w-full" />
        </Loading>
      ) : items.length === 0 ? (
        <EmptyKerb />
      ) : (
        <>
          {me && <ShortlistEmails />}
          <Shortlist items={items} />
        </>
      )}
      <RecentCars />
    </div>
  )
}

function EmptyKerb() {
  return (
    <Card>
      <EmptyState
        icon={<Bookmark />}
        title="Pull up the cars you like"
        text="Select the bookmark on any car to add it. Then compare up to four of them side by side. It reserves nothing, and sellers don’t see it."
        action={<LinkButton to={pages.search.path}>See all cars</LinkButton>}
      />
    </Card>
  )
}

function Shortlist({ items }: { items: readonly ShortlistItem[] }) {
  const [chosenIds, setChosenIds] = useChosenIds()
  const dispatch = useAppDispatch()
  const cars = items.flatMap(({ car }) => car ?? [])
  const chosen = chosenIds.flatMap((id) => cars.find(({ _id }) => _id === id) ?? [])

  async function handleRemove({ id, name, car, addedAt }: ShortlistItem) {
    const restore = await dispatch(removeShortlisted(id))
    // A car that is no longer listed can't be added again.
    if (!restore || !car) return
    toast.info(`${name} removed`, { action: { label: 'Undo', onAction: () => restore(car, addedAt) } })
  }

  return (
    <>
      <ul className="flex flex-col gap-3" aria-label="Cars on The Kerb">
        {items.map((item) => (
          <li key={item.id}>
            <ShortlistRow
              item={item}
              photo={item.car && <CarPhoto src={item.car.image_url} alt="" focus={item.car.coverFocus} />}
              facts={item.car && <FactsLine car={item.car} />}
              isChosen={chosen.some(({ _id }) => _id === item.id)}
              canChoose={chosen.length < MAX_COMPARED_CARS}
              onChoose={(isChosen) =>
                setChosenIds(
                  isChosen ? [...chosenIds, item.id] : chosenIds.filter((other) => other !== item.id),
                )
              }
              onRemove={() => void handleRemove(item)}
            />
          </li>
        ))}
      </ul>
      {cars.length > 1 && <CompareBar chosen={chosen} onClear={() => setChosenIds([])} />}
    </>
  )
}

/** Returns the cars that are chosen for a comparison. The URL names them, so they are still chosen after it. */
function useChosenIds() {
  const [search, setSearch] = useSearchParams()
  // The URL changes later than the checkbox that is pressed.
  const [chosenIds, setChosenIds] = useState(() => readComparedIds(search))
  function change(ids: string[]) {
    setChosenIds(ids)
    setSearch(ids.length > 0 ? { cars: ids.join(',') } : {}, { replace: true, preventScrollReset: true })
  }
  return [chosenIds, change] as const
}

function CompareBar({ chosen, onClear }: { chosen: readonly Car[]; onClear: () => void }) {
  const count = chosen.length
  return (
    <div className="shortlist-bar" role="group" aria-label="Compare">
      <p role="status" className="text-small text-muted">
        {count === 0
          ? `Choose 2 to ${MAX_COMPARED_CARS} cars to compare.`
          : count === 1
            ? 'Choose one more car to compare.'
            : count < MAX_COMPARED_CARS
              ? `${count} of ${MAX_COMPARED_CARS} cars chosen`
              : `${MAX_COMPARED_CARS} cars chosen, as many as fit side by side`}
      </p>
      <div className="flex gap-2">
        {count > 0 && (
          <Button variant="ghost" onClick={onClear}>
            Clear
          </Button>
        )}
        {count > 1 ? (
          <LinkButton to={comparePath(chosen)}>Compare {formatCount(count, 'car')}</LinkButton>
        ) : (
          <Button disabled>Compare</Button>
        )}
      </div>
    </div>
  )
}
