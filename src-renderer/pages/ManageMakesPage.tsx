import { Makes } from '../features/categories/Makes.tsx'

export function ManageMakesPage() {
  return <Makes />
}
