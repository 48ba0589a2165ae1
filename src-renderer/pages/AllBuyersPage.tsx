import { AllBuyers } from '../features/users/AllBuyers.tsx'

export function AllBuyersPage() {
  return <AllBuyers />
}
