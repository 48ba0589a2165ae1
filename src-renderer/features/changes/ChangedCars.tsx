import type { ChangedCar, ChangeSet } from '../../../contract/cars/car-changes.ts'
import { findUnitBefore } from '../../../contract/cars/change-values.ts'
import { pagePath } from '../../../contract/pages.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { FieldChange } from './FieldChange.tsx'
import { useListChangedCarsInfiniteQuery } from './changes.api.ts'

const PAGE_SIZE = 20

export function ChangedCars({ set: { _id: id, count } }: { set: ChangeSet }) {
  const query = useListChangedCarsInfiniteQuery(
    { params: { id }, query: { limit: PAGE_SIZE } },
    { refetchOnMountOrArgChange: true },
  )
  const { items: cars } = flattenPages(query.data)
  if (!cars)
    return query.error ? (
      <ListError query={query} />
    ) : (
      <Loading label="Loading the cars" className="flex flex-col gap-4">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-full" />
      </Loading>
    )

  return (
    <section aria-label="Changed cars" className="flex flex-col gap-3">
      <div className="self-end">
        <ExportMenu list="listChangedCars" params={{ id }} fileName="kerblight-changed-cars" />
      </div>
      <ul className="card flex flex-col divide-y divide-line">
        {cars.map((car) => (
          <Car key={car._id} car={car} />
        ))}
      </ul>
      <LoadMore
        shown={cars.length}
        total={count}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.isFetchNextPageError ? query.error : undefined}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </section>
  )
}

function Car({ car: { _id: id, carName, available, mileageUnit, changes } }: { car: ChangedCar }) {
  const units = { before: findUnitBefore(changes, mileageUnit), after: mileageUnit }
  const path = available === 'draft' ? pagePath('editCar', { id }) : pagePath('car', { id })
  return (
    <li className="px-5 py-3 compact:px-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink
          to={path}
          className="inline-flex min-h-11 items-center font-semibold wrap-anywhere compact:min-h-8"
        >
          {carName}
        </TextLink>
        {available !== 'instock' && <Badge>{carStateLabels[available]}</Badge>}
      </p>
      <dl className="flex flex-col gap-2 text-small">
        {changes.map((change) => (
          <FieldChange key={change.field} change={change} units={units} />
        ))}
      </dl>
    </li>
  )
}
