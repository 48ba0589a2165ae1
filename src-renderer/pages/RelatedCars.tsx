import type { Car } from '../../contract/cars.ts'
import { CarRow } from '../features/cars/CarRow.tsx'
import { useGetRelatedCarsQuery } from '../features/cars/cars.api.ts'

/** Where one goes on from a car: what else its seller has, and others like it. */
export function RelatedCars({ car }: { car: Car }) {
  const { currentData: related } = useGetRelatedCarsQuery({ params: { id: car._id } })
  if (!related) return null
  return (
    <>
      <Cars id="similar-title" title="Similar cars" cars={related.similar} />
      <Cars id="seller-title" title={`More from ${car.sellerName}`} cars={related.sameSeller} />
    </>
  )
}

function Cars({ id, title, cars }: { id: string; title: string; cars: readonly Car[] }) {
  if (cars.length === 0) return null
  return (
    <section aria-labelledby={id} className="no-print mt-6">
      <h2 id={id} className="mb-4 text-h2">
        {title}
      </h2>
      <CarRow cars={cars} />
    </section>
  )
}
