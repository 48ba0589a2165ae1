import { AllMakes } from '../features/categories/AllMakes.tsx'

export function MakesPage() {
  return <AllMakes />
}
