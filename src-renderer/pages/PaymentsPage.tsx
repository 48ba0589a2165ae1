import { ReportedCar } from '../features/cars/ReportedCar.tsx'
import { AllPayments } from '../features/payments/AllPayments.tsx'

export function PaymentsPage() {
  return <AllPayments renderCar={(carId) => <ReportedCar carId={carId} isNarrow />} />
}
