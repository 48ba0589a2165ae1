import { AllHolds } from '../features/holds/AllHolds.tsx'

export function HoldsPage() {
  return <AllHolds />
}
