import { useId } from 'react'
import { CarRow } from '../features/cars/CarRow.tsx'
import { useLocalCars } from '../features/shortlist/use-shortlist.ts'
import { Button } from '../ui/controls/Button.tsx'
import { recentCars } from '../ui/local-cars.ts'
import { useStoredList } from '../ui/stored-list.ts'

/** Shows the cars whose pages were opened last in this browser. Removed cars are left out. */
export function RecentCars() {
  const id = useId()
  const { items = [] } = useLocalCars(useStoredList(recentCars))
  const cars = items.flatMap(({ car }) => car ?? [])
  if (cars.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-h2">
          Recently viewed
        </h2>
        <Button variant="ghost" onClick={() => recentCars.write([])}>
          Clear
        </Button>
      </div>
      <CarRow cars={cars} />
    </section>
  )
}
