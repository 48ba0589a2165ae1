import { figure, countOf } from '../../../contract/figure.ts'

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

export function issueTitle({ subject }: Pick<IssueSummary, 'subject'>): string {
  return subject || NO_SUBJECT
}

export function issuePath(id: string): string {
  return pagePath('editNewsletter', { id })
}

export function subscribersText(count: number): string {
  return countOf(count, 'subscriber')
}

/** Describes the progress of sending: `Sent to 1,234 of 1,240 · 2 failed`. */
export function outcomeText({ state, recipients, sent, failed }: IssueSummary): string {
  const parts = [`Sent to ${figure(sent)} of ${subscribersText(recipients)}`]
  if (failed > 0) parts.push(`${figure(failed)} failed`)
  const unsentCount = recipients - sent - failed
  if (state === 'sent' && unsentCount > 0) parts.push(`${figure(unsentCount)} unsubscribed first`)
  return parts.join(' · ')
}

/**
 * Builds the confirmation for resuming a newsletter. It then goes to current subscribers who have not
 * received it.
 */
export function resumeQuestion(remaining: number) {
  if (remaining === 0)
    return {
      title: 'Finish this newsletter?',
      text: 'Everyone who is still subscribed already got it. It will be marked as sent.',
      confirmLabel: 'Finish',
    }
  return {
    title: `Send to ${countOf(remaining, 'more subscriber')}?`,
    text: 'Anyone who already got it won’t get it again.',
    confirmLabel: 'Resume sending',
  }
}
