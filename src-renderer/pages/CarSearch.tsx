import { Suspense, useRef, useState, type MouseEvent, type ReactNode, useEffect } from 'react'
import type { Car } from '../../contract/cars/cars.ts'
import { formatCount } from '../../contract/number-format.ts'
import { flattenPages } from '../api/endpoint.ts'
import { toProblem } from '../api/problem.ts'
import { CarGrid } from '../features/cars/CarGrid.tsx'
import { SortSelect } from '../features/search/SortSelect.tsx'
import { FilterChips } from '../features/search/FilterChips.tsx'
import { FilterPanel } from '../features/search/FilterPanel.tsx'
import { FilterSheet } from '../features/search/FilterSheet.tsx'
import { FilterUnknown } from '../features/search/FilterUnknown.tsx'
import { NothingFound } from '../features/search/NothingFound.tsx'
import { listFilterChips, countCars, type Filters } from '../features/search/search-filters.ts'
import { CorrectedWords } from '../features/search/CorrectedWords.tsx'
import { SearchField } from '../features/search/SearchField.tsx'
import { useWordFilters } from '../features/search/use-word-filters.ts'
import { PAGE, type CarSearch as Search } from '../features/search/use-search.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { hiddenCars } from '../ui/local-cars.ts'
import { useStoredList } from '../ui/stored-list.ts'
import { createLazyPart } from '../ui/lazy-part.tsx'
import { LoadMore } from '../ui/table/LoadMore.tsx'
import { CardBuy, CardMenu } from './CardActions.tsx'
import { CarDialogs } from './CarDialogs.tsx'
import { useCarDialogs, type CarDialogsState } from './use-car-dialogs.ts'
import '../styles/search.css'
import { useMileageUnit } from '../ui/mileage-unit.ts'

/**
 * Delay in milliseconds before the car page's code is preloaded. The list's own requests come
 * first.
 */
const DELAY = 2000

const SaveSearch = createLazyPart(
  () => import('./SaveSearch.tsx').then((module) => module.SaveSearch),
  'nothing',
)

interface CarSearchProps {
  search: Search
  titleWith: (count: ReactNode) => ReactNode
}

/**
 * Shows the filters next to the list, and the active filters as chips above it. It fills /search
 * and category pages.
 */
export function CarSearch({ search: requestedSearch, titleWith }: CarSearchProps) {
  usePreloadCarPage()
  const top = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const dialogs = useCarDialogs()
  const { enterWords, correction } = useWordFilters(requestedSearch)
  const { cars, sort, isStale } = requestedSearch
  const { items } = flattenPages(cars.data)
  const chips = listFilterChips(requestedSearch.filters, useMileageUnit())
  const search: Search = { ...requestedSearch, setFilters }

  /** Applies the filters and scrolls up to the first car of the new list. */
  function setFilters(next: Filters, options?: { replace?: boolean }) {
    const box = columns.current
    if (box && box.getBoundingClientRect().top < 0) box.scrollIntoView()
    requestedSearch.setFilters(next, options)
  }

  /** Moves the focus to the results without changing the URL or the history. */
  function skipToResults(event: MouseEvent) {
    event.preventDefault()
    results.current?.focus()
  }

  return (
    <div className="page flex flex-col gap-5 py-8">
      <div className="search-head">
        <div ref={top} tabIndex={-1} className="min-w-0 outline-none">
          {titleWith(<FoundCount search={search} />)}
        </div>
        <SearchField
          value={search.filters.q ?? ''}
          onSearch={(q, isTyping) => setFilters({ ...search.filters, q }, { replace: isTyping })}
          onEnter={enterWords}
        />
        <div className="search-bar">
          <div className="flex-none lg:hidden">
            <FilterSheet search={search} count={chips.length} />
          </div>
          <Suspense fallback={null}>
            <SaveSearch search={search} />
          </Suspense>
          <SortSelect value={sort} filters={search.filters} onChange={search.setSort} />
          <span
            aria-hidden="true"
            className="flex-none text-small font-semibold tabular-nums max-[359px]:hidden lg:hidden"
          >
            {countText(search)}
          </span>
        </div>
      </div>
      {correction && <CorrectedWords correction={correction} onLiteral={(next) => search.setFilters(next)} />}
      <FilterChips
        chips={chips}
        onChange={(next) => search.setFilters(next)}
        onEmptied={() => top.current?.focus({ preventScroll: true })}
      />
      <div ref={columns} className="search-columns scroll-mt-34 lg:scroll-mt-21">
        <a href="#results" className="skip-link max-lg:hidden" onClick={skipToResults}>
          Skip to results
        </a>
        <section className="search-filters" aria-label="Filters">
          <FilterPanel search={search} />
        </section>
        <section
          ref={results}
          id="results"
          tabIndex={-1}
          className="search-results"
          aria-label="Cars"
          aria-busy={isStale}
          data-stale={isStale || undefined}
        >
          <Results search={search} dialogs={dialogs} />
        </section>
      </div>
      <CarDialogs state={dialogs} cars={items} />
    </div>
  )
}

/**
 * Shows the number of cars found. Screen readers announce a new number only once it belongs to the
 * current filters.
 */
function FoundCount({ search }: { search: Search }) {
  const count = countText(search)
  const hiddenIds = new Set(useStoredList(hiddenCars).map(({ id }) => id))
  const hiddenCount =
    flattenPages(search.cars.data).items?.filter(({ _id }) => hiddenIds.has(_id)).length ?? 0
  return (
    <p className="min-h-6 text-muted min-[360px]:max-lg:sr-only" role="status" aria-busy={search.isStale}>
      {count && `${count} found${hiddenCount > 0 ? `, ${hiddenCount} hidden` : ''}`}
    </p>
  )
}

function countText({ cars }: Search): string | undefined {
  const { items, total } = flattenPages(cars.data)
  const isMissing = cars.isError && cars.currentData === undefined
  const count = isMissing ? undefined : (total ?? items?.length)
  return count === undefined ? undefined : countCars(count)
}

interface ResultsProps {
  search: Search
  dialogs: CarDialogsState
}

function Results({ search, dialogs }: ResultsProps) {
  const { cars } = search
  const { items, total } = flattenPages(cars.data)
  const hiddenIds = new Set(useStoredList(hiddenCars).map(({ id }) => id))
  const [areHiddenShown, setHiddenShown] = useState(false)
  const isHidden = (car: Car) => hiddenIds.has(car._id)
  const hiddenCount = items?.filter(isHidden).length ?? 0

  if (cars.isError && toProblem(cars.error).status === 400) return <FilterUnknown search={search} />
  if (cars.isError && (!items || cars.currentData === undefined)) {
    return (
      <Card>
        <ErrorState error={cars.error} onRetry={search.retry} isRetrying={cars.isFetching} />
      </Card>
    )
  }
  if (items?.length === 0) return <NothingFound search={search} />
  return (
    <>
      <HiddenCars count={hiddenCount} isShown={areHiddenShown} onToggle={setHiddenShown} />
      <CarGrid
        cars={areHiddenShown ? items : items?.filter((car) => !isHidden(car))}
        isCut={search.category !== undefined}
        actionsFor={(car) => <CardBuy car={car} dialogs={dialogs} />}
        menuFor={(car) => <CardMenu car={car} dialogs={dialogs} />}
      />
      <LoadMore
        shown={items?.length ?? 0}
        total={total}
        pageSize={PAGE}
        hasMore={cars.hasNextPage}
        isLoading={cars.isFetchingNextPage}
        error={cars.error}
        onLoadMore={() => void cars.fetchNextPage()}
      />
    </>
  )
}

interface HiddenCarsProps {
  /** Number of loaded results that the visitor has hidden. */
  count: number
  isShown: boolean
  onToggle: (isShown: boolean) => void
}

function HiddenCars({ count, isShown, onToggle }: HiddenCarsProps) {
  if (count === 0) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-2 text-small text-muted">
      {formatCount(count, 'hidden car')}
      <Button variant="ghost" size="small" onClick={() => onToggle(!isShown)}>
        {isShown ? 'Hide again' : 'Show'}
      </Button>
    </p>
  )
}

/**
 * Preloads the car page's code while the user reads the list, so that cars can be opened offline.
 */
function usePreloadCarPage(): void {
  useEffect(() => {
    const timer = setTimeout(() => void import('./CarPage.tsx').catch(() => undefined), DELAY)
    return () => clearTimeout(timer)
  }, [])
}
