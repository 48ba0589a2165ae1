import type { Issue as WireIssue, IssueSummary as WireIssueSummary } from '../../../contract/newsletter.ts'
import type { Issue, IssueSummary } from './issue.repository.ts'

export function toWireIssueSummary(issue: IssueSummary): WireIssueSummary {
  return {
    _id: issue.id,
    subject: issue.subject,
    version: issue.version,
    state: issue.state,
    changedAt: issue.changedAt,
    startedAt: issue.startedAt,
    finishedAt: issue.finishedAt,
    recipients: issue.recipients,
    sent: issue.sent,
    failed: issue.failed,
  }
}

export function toWireIssue(issue: Issue, remaining: number): WireIssue {
  return { ...toWireIssueSummary(issue), text: issue.text, remaining }
}
