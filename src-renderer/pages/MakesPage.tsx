import { AllMakes } from '../features/categories/AllMakes.tsx'

/** Renders `/makes`. */
export function MakesPage() {
  return <AllMakes />
}
