import type { Availability } from '../../../contract/cars/cars.ts'
import { toast } from '../../ui/overlays/toast.ts'

/**
 * Says that a car was saved; or that it waits, and where, and nothing of the other seller who has its VIN.
 * @param car what it is called, as in 'Audi A4'
 */
export function toastSaved(available: Availability, car: string, saved: string): void {
  if (available !== 'in-review') return toast.success(saved)
  toast.info(`${car} waits for our check`, {
    detail:
      'Another listing has the same VIN. Until we’ve looked at it, it’s in your list as “In review,” and buyers don’t see it. We’ll notify you.',
    duration: 12_000,
  })
}
