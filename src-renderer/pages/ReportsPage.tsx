import { Reports } from '../features/reports/Reports.tsx'

export function ReportsPage() {
  return <Reports />
}
