import { issueStateWords } from '../../../contract/list-words.ts'
import type { IssueSummary } from '../../../contract/newsletter.ts'
import { Badge } from '../../ui/Badge.tsx'
import { issueTones, outcomeText } from './issue-words.ts'

/** Whether it is sent, and of what was sent how far it got. */
export function IssueState({ issue }: { issue: IssueSummary }) {
  return (
    <span className="cell-stack">
      <Badge tone={issueTones[issue.state]}>{issueStateWords[issue.state]}</Badge>
      {issue.state !== 'draft' && <span className="text-tiny text-muted">{outcomeText(issue)}</span>}
    </span>
  )
}
