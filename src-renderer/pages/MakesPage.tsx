import { AllMakes } from '../features/categories/AllMakes.tsx'

/** /makes */
export function MakesPage() {
  return <AllMakes />
}
