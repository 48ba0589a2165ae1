import { MAX_PHOTOS_PER_CAR } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FileReasons } from './FileReasons.tsx'
import { describePlan, type PhotoPlan, type PlannedCar } from './plan-photos.ts'

interface ReviewPhotosProps {
  plan: PhotoPlan
  onStart: () => void
  onBack: () => void
}

export function PhotoPlanReview({ plan, onStart, onBack }: ReviewPhotosProps) {
  const { cars, left } = plan
  const count = cars.reduce((sum, { files }) => sum + files.length, 0)
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="plan" className="card flex flex-wrap items-center justify-between gap-4 p-5">
        <div className="min-w-0">
          <h2 id="plan" className="text-h3 font-bold tracking-tight">
            {count === 0 ? 'None of these files fits a car of yours' : describePlan(plan)}
          </h2>
          <p className="mt-1 text-small text-muted">
            {count === 0
              ? 'Rename them, or the folder they’re in, and drop them again.'
              : 'They go after the photos that each car has. You can take them all back later.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={onBack}>
            Choose other files
          </Button>
          {count > 0 && <Button onClick={onStart}>Add {formatCount(count, 'photo')}</Button>}
        </div>
      </section>
      {left.length > 0 && <FileReasons title={`${formatCount(left.length, 'file')} left out`} files={left} />}
      {cars.length > 0 && (
        <ul aria-label="Cars that get photos" className="card divide-y divide-line">
          {cars.map((planned) => (
            <CarRow key={planned.car._id} {...planned} />
          ))}
        </ul>
      )}
    </div>
  )
}

const NAMED = 3

function CarRow({ car, files }: PlannedCar) {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const more = names.length - NAMED
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {car.carName}
          {car.stockNo !== null && <span className="font-normal text-muted"> · {car.stockNo}</span>}
        </p>
        <p className="text-small text-muted wrap-anywhere">
          {names.slice(0, NAMED).join(', ')}
          {more > 0 && `, and ${more} more`}
        </p>
      </div>
      <p className="text-small tabular-nums">
        <span className="font-semibold">{formatCount(files.length, 'photo')}</span>
        <span className="text-muted">
          {car.photos === 0 ? ' · none yet' : ` · after ${car.photos} of at most ${MAX_PHOTOS_PER_CAR}`}
        </span>
      </p>
    </li>
  )
}
