import { AllPayments } from '../features/payments/AllPayments.tsx'

export function PaymentsPage() {
  return <AllPayments />
}
