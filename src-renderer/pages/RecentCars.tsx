import { useId } from 'react'
import { Link } from 'react-router-dom'
import { buildCarName, bindShortWords } from '../../contract/cars/car-name.ts'
import { pagePath } from '../../contract/pages.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { useLocalCars } from '../features/shortlist/use-shortlist.ts'
import { StatusBadge } from '../ui/controls/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Price } from '../ui/controls/Price.tsx'
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
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-h3">
          Recently viewed
        </h2>
        <Button variant="ghost" onClick={() => recentCars.write([])}>
          Clear
        </Button>
      </div>
      <ul className="recent-cars">
        {cars.map((car) => (
          <li key={car._id}>
            <Link to={pagePath('car', { id: car._id })} state={{ car }} className="recent-car">
              <CarPhoto src={car.image_url} alt="" focus={car.coverFocus} />
              <span className="recent-car-name">{bindShortWords(buildCarName(car))}</span>
              {car.available === 'instock' ? (
                <Price minor={car.allInMinor} text={car.resellPrice} className="font-heavy" />
              ) : (
                <span>
                  <StatusBadge status={car.available} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
