import { ReportedCar } from '../features/cars/ReportedCar.tsx'
import { Reports } from '../features/reports/Reports.tsx'

export function ReportsPage() {
  return <Reports renderCar={(carId, isNarrow) => <ReportedCar carId={carId} isNarrow={isNarrow} />} />
}
