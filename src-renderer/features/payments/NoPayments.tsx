import { CreditCard } from 'lucide-react'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'

export function NoPayments() {
  return (
    <EmptyState
      icon={<CreditCard />}
      title="No payments yet"
      text="Card payments show up here with their transaction ID, ready to refund if needed."
    />
  )
}
