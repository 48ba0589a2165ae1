import { issueStateLabels } from '../../../contract/list-labels.ts'
import type { Issue } from '../../../contract/newsletter.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Progress } from '../../ui/controls/Progress.tsx'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { IssuePreview } from './IssuePreview.tsx'
import { issueTones, getIssueTitle, formatSendOutcome, buildResumeConfirmation } from './issue-labels.ts'
import { useSendIssueMutation, useStopIssueMutation } from './issues.api.ts'

export function SentNewsletter({ issue }: { issue: Issue }) {
  const { state, recipients, sent, failed, startedAt, finishedAt } = issue

  return (
    <>
      <PageHead title={getIssueTitle(issue)} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card role="region" aria-label="Delivery" className="flex flex-col gap-4 p-5">
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={issueTones[state]}>{issueStateLabels[state]}</Badge>
            <span className="text-small text-muted">
              {startedAt && <DateText at={startedAt} hasTime />}
              {finishedAt && (
                <>
                  {' – '}
                  <DateText at={finishedAt} hasTime />
                </>
              )}
            </span>
          </div>
          {state !== 'sent' && (
            <Progress label="Sent" value={recipients > 0 ? (sent + failed) / recipients : 1} />
          )}
          <p className="tabular-nums">{formatSendOutcome(issue)}</p>
          {failed > 0 && (
            <p className="text-small text-muted">
              Failed: the email server refused the address, or no one can tell whether the email went out. No
              one gets a second copy.
            </p>
          )}
          <StopOrResume issue={issue} />
        </Card>
        <IssuePreview subject={issue.subject} text={issue.text} />
      </div>
    </>
  )
}

function StopOrResume({ issue: { _id: id, state, version, remaining } }: { issue: Issue }) {
  const [stopIssue, stopping] = useStopIssueMutation()
  const [sendIssue, sending] = useSendIssueMutation()

  async function handleResume() {
    if (!(await confirm({ ...buildResumeConfirmation(remaining), tone: 'primary' }))) return
    const call = { params: { id }, headers: { 'if-match': `"${version}"` } }
    await toastOutcome(sendIssue(call), 'Sending resumed')
  }

  if (state === 'sending')
    return (
      <div>
        <Button
          variant="danger"
          loading={stopping.isLoading}
          onClick={() => void toastOutcome(stopIssue({ params: { id } }), 'Sending stopped')}
        >
          Stop sending
        </Button>
      </div>
    )
  if (state !== 'stopped') return null
  return (
    <div>
      <Button loading={sending.isLoading} onClick={() => void handleResume()}>
        Resume sending
      </Button>
    </div>
  )
}
