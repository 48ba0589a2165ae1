import { strings } from '../../contract/strings.ts'
import { useMe } from '../session/use-session.ts'
import { MyReports } from '../features/reports/MyReports.tsx'
import { ExportMenu } from '../ui/ExportMenu.tsx'
import { PageHead } from '../ui/PageHead.tsx'

/** /dashboard/myreports */
export function MyReportsPage() {
  const { email } = useMe()
  return (
    <>
      <PageHead
        title={strings.menu.myReports}
        text="Listings you reported and what we decided."
        actions={<ExportMenu list="listMyReports" params={{ email }} fileName="kerblight-my-reports" />}
      />
      <MyReports email={email} />
    </>
  )
}
