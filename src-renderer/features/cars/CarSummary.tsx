import { Link } from 'react-router-dom'
import { carName } from '../../../contract/car-name.ts'
import { factsLine } from './car-facts.ts'
import { VerifiedBadge } from './CarCard.tsx'
import { CarPicture } from './CarPicture.tsx'
import { useGetCarQuery } from './cars.api.ts'

/** The car a page is about, beside its main matter; nothing where it is no longer listed. */
export function CarSummary({ carId }: { carId: string }) {
  const { currentData: car } = useGetCarQuery({ params: { id: carId } })
  if (!car) return null
  return (
    <aside aria-label="The car" className="card w-full max-w-80 overflow-hidden">
      <CarPicture src={car.image_url} alt="" />
      <div className="flex flex-col gap-3 p-5">
        <div>
          <p className="text-lead font-bold">
            <Link to={`/car/${car._id}`} className="rounded-badge hover:underline">
              {carName(car)}
            </Link>
          </p>
          <p className="text-small text-muted">{factsLine(car)}</p>
        </div>
        <p className="flex flex-wrap items-center gap-2 text-tiny text-subtle">
          <span>{car.sellerName}</span>
          {car.sellerVerified && <VerifiedBadge />}
        </p>
      </div>
    </aside>
  )
}
