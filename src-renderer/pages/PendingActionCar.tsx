import { useEffect } from 'react'
import { buildCarName } from '../../contract/cars/car-name.ts'
import { CarPhoto } from '../features/cars/CarPhoto.tsx'
import { useGetCarQuery } from '../features/cars/cars.api.ts'
import { Price } from '../ui/controls/Price.tsx'
import { PendingActionCarSkeleton } from './PendingActionCarSkeleton.tsx'
import type { OpenCarDialog } from './use-car-dialogs.ts'

interface PendingActionCarProps {
  dialog: OpenCarDialog
  /** The first step on this page, such as 'Sign in'. */
  doing: string
  /** A sentence about how the user gets back to the car. */
  after: string
  onName?: (name: string) => void
}

/**
 * Shows the car that the user wanted to buy or report while they sign in or register, to reassure
 * them that it is not lost.
 */
export function PendingActionCar({ dialog: { kind, carId }, doing, after, onName }: PendingActionCarProps) {
  const { currentData: car, isError } = useGetCarQuery({ params: { id: carId } })
  const name = car && buildCarName({ ...car, year: null })

  useEffect(() => {
    if (name) onName?.(name)
  }, [name, onName])

  if (isError) return null
  if (!car) return <PendingActionCarSkeleton />
  return (
    <section aria-label="Your car" className="flex items-center gap-4 rounded-control bg-sunken p-3">
      <CarPhoto src={car.image_url} alt="" focus={car.coverFocus} className="w-28! flex-none rounded-badge" />
      <div className="min-w-0 text-small">
        <p className="font-semibold wrap-anywhere">
          {doing} to {kind} the {buildCarName(car)}.
        </p>
        <p className="text-muted">{after}</p>
        <Price minor={car.allInMinor} text={car.resellPrice} className="font-bold" />
      </div>
    </section>
  )
}
