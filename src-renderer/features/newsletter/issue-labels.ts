import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { NO_SUBJECT } from '../../../contract/list-labels.ts'
import type { IssueState, IssueSummary } from '../../../contract/newsletter.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

export const issueTones: Record<IssueState, Tone> = {
  draft: 'neutral',
  sending: 'info',
  stopped: 'warning',
  sent: 'success',
}

export function getIssueTitle({ subject }: Pick<IssueSummary, 'subject'>): string {
  return subject || NO_SUBJECT
}

export function issuePath(id: string): string {
  return pagePath('editNewsletter', { id })
}

export function formatSubscriberCount(count: number): string {
  return formatCount(count, 'subscriber')
}

/** Describes the progress of sending: `Sent to 1,234 of 1,240 · 2 failed`. */
export function formatSendOutcome({ state, recipients, sent, failed }: IssueSummary): string {
  const parts = [`Sent to ${formatNumber(sent)} of ${formatSubscriberCount(recipients)}`]
  if (failed > 0) parts.push(`${formatNumber(failed)} failed`)
  const unsentCount = recipients - sent - failed
  if (state === 'sent' && unsentCount > 0) parts.push(`${formatNumber(unsentCount)} unsubscribed first`)
  return parts.join(' · ')
}

/**
 * Builds the confirmation for resuming a newsletter. It then goes to current subscribers who have not
 * received it.
 */
export function buildResumeConfirmation(remaining: number) {
  if (remaining === 0)
    return {
      title: 'Finish this newsletter?',
      text: 'Everyone who is still subscribed already got it. It will be marked as sent.',
      confirmLabel: 'Finish',
    }
  return {
    title: `Send to ${formatCount(remaining, 'more subscriber')}?`,
    text: 'Anyone who already got it won’t get it again.',
    confirmLabel: 'Resume sending',
  }
}
