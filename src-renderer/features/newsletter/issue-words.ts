import type { IssueSummary } from '../../../contract/newsletter.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Tone } from '../../ui/Badge.tsx'

export const issueStates: Record<IssueSummary['state'], [word: string, tone: Tone]> = {
  draft: ['Draft', 'neutral'],
  sending: ['Sending', 'info'],
  stopped: ['Stopped', 'warning'],
  sent: ['Sent', 'success'],
}

export function issueTitle({ subject }: Pick<IssueSummary, 'subject'>): string {
  return subject || 'Untitled newsletter'
}

export function issuePath(id: string): string {
  return pagePath('editNewsletter', { id })
}

/** `1 subscriber`, `1,234 subscribers` */
export function subscribersText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

/** How far the sending is: `Sent to 1,234 of 1,240 · 2 failed`. */
export function outcomeText({ state, recipients, sent, failed }: IssueSummary): string {
  const parts = [`Sent to ${sent.toLocaleString('en-US')} of ${subscribersText(recipients)}`]
  if (failed > 0) parts.push(`${failed.toLocaleString('en-US')} failed`)
  const left = recipients - sent - failed
  if (state === 'sent' && left > 0) parts.push(`${left.toLocaleString('en-US')} unsubscribed first`)
  return parts.join(' · ')
}
