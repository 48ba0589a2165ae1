import { ManagedCars } from '../features/cars/ManagedCars.tsx'

export function ManageCarsPage() {
  return <ManagedCars />
}
