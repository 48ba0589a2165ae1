import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import type { CarsQuery } from './use-cars.ts'
import { CarGrid } from './CarGrid.tsx'

interface CarListProps {
  query: CarsQuery
  actionsFor: (car: Car) => ReactNode
  /** What to do about an empty list. */
  emptyAction?: ReactNode
}

/** Cars with all that may happen to a list: loading, failing, empty, more to come. */
export function CarList({ query, actionsFor, emptyAction }: CarListProps) {
  const { items, total } = pagesOf(query.data)

  if (toProblem(query.error).status === 400) {
    return (
      <Card>
        <EmptyState icon={<SearchX />} title="There is no such category" action={emptyAction} />
      </Card>
    )
  }
  if (query.isError && !items) {
    return (
      <Card>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </Card>
    )
  }
  if (items?.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<SearchX />}
          title="No cars here right now"
          text="New cars come in every day. Have a look at the others meanwhile."
          action={emptyAction}
        />
      </Card>
    )
  }
  return (
    <>
      <CarGrid cars={items} actionsFor={actionsFor} />
      <LoadMore
        shown={items?.length ?? 0}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
