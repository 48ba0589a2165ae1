import { strings } from '../../contract/strings.ts'
import { useMe } from '../session/use-session.ts'
import { MyReports } from '../features/reports/MyReports.tsx'
import { PageHead } from '../ui/PageHead.tsx'

/** /dashboard/myreports */
export function MyReportsPage() {
  const { email } = useMe()
  return (
    <>
      <PageHead title={strings.menu.myReports} text="Listings you reported and what we decided." />
      <MyReports email={email} />
    </>
  )
}
