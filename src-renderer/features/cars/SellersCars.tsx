import { getCarTitle } from '../../../contract/cars/car-name.ts'
import { rowPath } from '../../../contract/desktop/desktop-links.ts'
import { getThumbnail } from '../../../contract/images.ts'
import { pages } from '../../../contract/pages.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { TypedPrice } from '../../ui/controls/TypedPrice.tsx'
import { CarPhoto } from './CarPhoto.tsx'
import { useListAllCarsQuery } from './all-cars.api.ts'
import { StateBadge } from './StateBadge.tsx'

const MAX_SHOWN_CARS = 4

export function SellersCars({ sellerId }: { sellerId: string }) {
  const { currentData, isError } = useListAllCarsQuery({ query: { seller: sellerId, limit: MAX_SHOWN_CARS } })
  const { items } = flattenPages(currentData)
  if (isError) return <p className="text-small text-muted">Their cars didn’t load.</p>
  if (!items) return <Skeleton className="appear-late h-6 max-w-72" />
  if (items.length === 0) return <p className="text-small text-muted">No cars yet.</p>
  return (
    <section aria-labelledby="sellers-cars">
      <h3 id="sellers-cars" className="text-small font-semibold">
        Newest cars
      </h3>
      <ul className="mt-2 flex flex-col gap-2 text-small">
        {items.map((car) => (
          <li key={car._id} className="flex items-center gap-3">
            <CarPhoto
              src={getThumbnail(car.image_url)}
              alt=""
              focus={car.coverFocus}
              className="w-14! flex-none rounded-badge"
            />
            <div className="min-w-0 flex-1">
              <TextLink to={rowPath(pages.manageCars.path, car._id)} className="wrap-anywhere">
                {getCarTitle(car)}
              </TextLink>
              <p className="text-muted">
                <TypedPrice minor={car.allInMinor} text={car.resellPrice} />
              </p>
            </div>
            <StateBadge state={car.available} />
          </li>
        ))}
      </ul>
    </section>
  )
}
