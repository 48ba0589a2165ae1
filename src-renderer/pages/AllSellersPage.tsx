import { AllSellers } from '../features/users/AllSellers.tsx'

export function AllSellersPage() {
  return <AllSellers />
}
