import { CreditCard } from 'lucide-react'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function NoPayments() {
  return (
    <EmptyState
      icon={<CreditCard />}
      title="No payments yet"
      text="Each card payment is listed here with its transaction id, and can be refunded."
    />
  )
}
