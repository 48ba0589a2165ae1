import { isAnswerable, type Dispute } from '../../../contract/disputes.ts'
import { getServerTime } from '../../api/server-clock.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { describeDeadline } from './dispute-labels.ts'

/** Shows the time left for evidence, or the time when the dispute was answered or closed. */
export function DeadlineText({ dispute }: { dispute: Dispute }) {
  const { dueBy, submittedAt, closedAt } = dispute
  if (isAnswerable(dispute) && dueBy) {
    const { text, isUrgent } = describeDeadline(dueBy, getServerTime())
    return (
      <span className="cell-stack">
        {isUrgent ? <Badge tone="danger">{text}</Badge> : <span className="font-semibold">{text}</span>}
        <span className="cell-more text-tiny text-muted">
          <DateText at={dueBy} hasTime />
        </span>
      </span>
    )
  }
  const [label, at] = closedAt ? ['Closed', closedAt] : submittedAt ? ['Submitted', submittedAt] : []
  if (!at) return <span className="text-subtle">–</span>
  return (
    <span className="text-muted">
      {label} <DateText at={at} />
    </span>
  )
}
