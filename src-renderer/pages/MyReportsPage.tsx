import { useMe } from '../session/use-session.ts'
import { MyReports } from '../features/reports/MyReports.tsx'

export function MyReportsPage() {
  const { email } = useMe()
  return <MyReports email={email} />
}
