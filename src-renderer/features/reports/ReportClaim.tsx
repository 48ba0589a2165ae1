import { getReasonLabel, type Report } from '../../../contract/reports.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { ReportState } from './ReportState.tsx'

export function ReportClaim({ report }: { report: Report }) {
  const { reason, note, state, reportedUserName, reportedUserEmail, createdAt } = report
  return (
    <section aria-label="The report">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-lead font-bold">{getReasonLabel(reason)}</span>
        <ReportState state={state} />
      </p>
      {note ? (
        <blockquote className="mt-2 border-l-3 border-accent pl-3 whitespace-pre-line wrap-anywhere">
          {note}
        </blockquote>
      ) : (
        <p className="mt-1 text-muted">No note from the reporter.</p>
      )}
      <p className="mt-2 text-small text-muted wrap-anywhere">
        Reported by {reportedUserName} on <DateText at={createdAt} /> ·{' '}
        <EmailText address={reportedUserEmail} />
      </p>
    </section>
  )
}
