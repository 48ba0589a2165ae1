import { OwnCars } from '../features/cars/OwnCars.tsx'

export function MyCarsPage() {
  return <OwnCars />
}
