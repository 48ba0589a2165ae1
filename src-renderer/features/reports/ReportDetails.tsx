import { Gavel } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { OtherReports } from './OtherReports.tsx'
import { ReportClaim } from './ReportClaim.tsx'

interface ReportDetailsProps {
  report: Report
  car: ReactNode
  onReview: () => void
}

export function ReportDetails({ report, car, onReview }: ReportDetailsProps) {
  return (
    <div className="flex flex-col gap-4">
      <ReportClaim report={report} />
      {report.outcome && <p className="text-muted wrap-anywhere">Decided: {report.outcome}</p>}
      <Button size="small" className="self-start" onClick={onReview}>
        <Gavel aria-hidden="true" />
        {report.state === 'open' ? 'Review' : 'Change decision'}
      </Button>
      {car}
      <OtherReports sellerEmail={report.reportedItemInfo.sellerEmail} excludedReport={report} isLinked />
    </div>
  )
}
