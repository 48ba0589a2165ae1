import { ArrowRight, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { buildCarName } from '../../contract/cars/car-name.ts'
import { resumePoint } from '../session/resume-point.ts'
import { useMe } from '../session/use-session.ts'
import { carsApi } from '../features/cars/cars.api.ts'
import { IconButton } from '../ui/controls/Button.tsx'

/**
 * Links a newly registered user back to the car that they were buying, until they follow or dismiss
 * the link.
 */
export function ResumeStrip() {
  const { _id } = useMe()
  const [point, setPoint] = useState(() => resumePoint.read(_id))
  const { currentData: car } = carsApi.useGetCarQuery(
    { params: { id: point?.carId ?? '' } },
    { skip: point === null },
  )

  function handleDismiss() {
    resumePoint.clear()
    setPoint(null)
  }

  if (!point || !car) return null
  const { state, ...to } = point.from
  return (
    <section aria-label="Your car" className="border-b border-line bg-primary-soft text-primary-ink">
      <div className="page flex min-h-14 items-center gap-2">
        <Link
          to={to}
          state={state as unknown}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control font-semibold hover:underline"
          onClick={resumePoint.clear}
        >
          <span className="truncate">Continue with your {buildCarName({ ...car, year: null })}</span>
          <ArrowRight aria-hidden="true" className="size-5 flex-none" />
        </Link>
        <IconButton label="Dismiss" onClick={handleDismiss}>
          <X />
        </IconButton>
      </div>
    </section>
  )
}
