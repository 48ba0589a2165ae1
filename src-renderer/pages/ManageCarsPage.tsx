import { ManagedCars } from '../features/cars/ManagedCars.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

export function ManageCarsPage() {
  const waits = 'Until then, you can’t list or change cars.'
  return <ManagedCars notice={<UnprovenNotice waits={waits} className="mb-5" />} />
}
