import { formatDaysAgo } from '../../../contract/dates.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { editPath, formatCarTitle } from './car-form.ts'
import { useListAllCarsQuery } from './all-cars.api.ts'

/** Number of drafts to show. The user's car list contains the rest. */
const MAX_SHOWN_DRAFTS = 3

/** Links to the newest drafts, so the seller does not enter a car twice. */
export function OpenDrafts() {
  const query = useListAllCarsQuery(
    { query: { mine: '1', state: 'draft' } },
    { refetchOnMountOrArgChange: true },
  )
  const drafts = (flattenPages(query.data).items ?? []).slice(0, MAX_SHOWN_DRAFTS)
  if (drafts.length === 0) return null
  return (
    <Notice className="mb-5 max-w-[760px]" title="Continue a car that you started">
      <ul className="flex flex-col gap-1">
        {drafts.map((car) => (
          <li key={car._id}>
            <TextLink to={editPath(car)}>{formatDraftLabel(car)}</TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function formatDraftLabel(car: Car): string {
  const isNamed = car.category_name !== '' || car.modelName !== ''
  return isNamed
    ? `Continue your ${formatCarTitle(car)}`
    : `Continue your draft from ${formatDaysAgo(car.postedAt)}`
}
