import type { Availability } from '../../../contract/cars/cars.ts'
import { toast } from '../../ui/overlays/toast.ts'

/**
 * Confirms that a car was saved. For a car in review, the message shows where to find it. It reveals nothing
 * about the other seller with the same VIN.
 * @param car the car's name, such as 'Audi A4'
 */
export function toastSaved(available: Availability, car: string, saved: string): void {
  if (available !== 'in-review') return toast.success(saved)
  toast.info(`${car} waits for our check`, {
    detail:
      'Another listing has the same VIN. Until we’ve looked at it, it’s in your list as “In review,” and buyers don’t see it. We’ll notify you.',
    duration: 12_000,
  })
}
