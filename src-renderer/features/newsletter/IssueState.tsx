import type { IssueSummary } from '../../../contract/newsletter.ts'
import { Badge } from '../../ui/Badge.tsx'
import { issueStates, outcomeText } from './issue-words.ts'

/** Whether it is sent, and of what was sent how far it got. */
export function IssueState({ issue }: { issue: IssueSummary }) {
  const [word, tone] = issueStates[issue.state]
  return (
    <span className="cell-stack">
      <Badge tone={tone}>{word}</Badge>
      {issue.state !== 'draft' && <span className="text-tiny text-muted">{outcomeText(issue)}</span>}
    </span>
  )
}
