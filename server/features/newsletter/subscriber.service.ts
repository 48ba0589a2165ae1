import { createHmac } from 'node:crypto'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { CONFIRMATION_DAYS } from '../../../contract/newsletter.ts'
import { pagePath } from '../../../contract/pages.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import { lockInTransaction } from '../../db/engines/transaction-lock.ts'
import type { Db } from '../../db/tables.ts'
import { html } from '../../http/html.ts'
import { mailDocument } from '../../core/messages/mail-document.ts'
import { deleteMailsToSubscriber, insertMail } from '../../core/messages/email.repository.ts'
import {
  confirmSubscriber,
  countConfirmed,
  countUnconfirmed,
  deleteSubscriber,
  getSubscriber,
  insertSubscriber,
  listSameAddressSubscribers,
  listUnconfirmedUnsent,
  recordConfirmationSent,
  type Subscriber,
  getMailbox,
} from './subscriber.repository.ts'

/**
 * Minimum time between two confirmation emails, in milliseconds. With `MAX_CONFIRMATIONS`, it prevents users
 * from flooding another person's mailbox.
 */
const MIN_INTERVAL_MS = 3600_000
const MAX_CONFIRMATIONS = 3
const BATCH_SUBSCRIBERS = 100

/**
 * Stores an email address and asks its owner to confirm it. The response does not reveal whether the address
 * is new, unconfirmed, or subscribed.
 */
export function subscribe(ctx: Context, email: string): Promise<EndpointOutput<'subscribe'>> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, `newsletter ${getMailbox(email)}`)
    if (!(await canSendConfirmation(trx, email, now))) return { acknowledged: true }
    await insertSubscriber(
      trx,
      { token: createSubscriberToken(ctx, email), confirmToken: newId(), email },
      now,
    )
    await sendConfirmation(trx, ctx, await getSubscriber(trx, email))
    return { acknowledged: true }
  })
}

/**
 * Confirms a subscription.
 * @throws ProblemError `not-found` if the link was never sent, has expired, or belongs to an address that is
 * no longer on the list
 */
export async function confirmSubscription(
  ctx: Context,
  token: string,
): Promise<EndpointOutput<'confirmSubscription'>> {
  const isNew = await confirmSubscriber(ctx.db, token, getConfirmableSince(ctx.now()), ctx.now())
  if (isNew === null) throw new ProblemError('not-found')
  return { acknowledged: true, modifiedCount: isNew ? 1 : 0 }
}

/** Deletes a subscriber, including their emails in the outbox. */
export function unsubscribe(ctx: Context, token: string): Promise<EndpointOutput<'unsubscribe'>> {
  return ctx.db.transaction().execute(async (trx) => {
    const id = await deleteSubscriber(trx, token)
    if (id !== null) await deleteMailsToSubscriber(trx, id)
    return { acknowledged: true, deletedCount: id === null ? 0 : 1 }
  })
}

export async function countSubscribers({ db, now }: Context): Promise<EndpointOutput<'countSubscribers'>> {
  return { confirmed: await countConfirmed(db, now().toISOString()), waiting: await countUnconfirmed(db) }
}

/** Sends confirmation emails, in batches, to people who subscribed before confirmation was required. */
export async function sendPendingConfirmations(ctx: Context): Promise<void> {
  for (const subscriber of await listUnconfirmedUnsent(ctx.db, BATCH_SUBSCRIBERS))
    await ctx.db.transaction().execute((trx) => sendConfirmation(trx, ctx, subscriber))
}

/**
 * Returns the earliest time when a confirmation email that is still valid was sent. Subscribers who got
 * their mail earlier and have not confirmed are deleted.
 */
export function getConfirmableSince(now: Date): Date {
  return new Date(now.getTime() - CONFIRMATION_DAYS * 24 * 3600_000)
}

/**
 * Returns the unsubscribe token of an email address. It never changes, so the link in any earlier newsletter
 * also ends a later subscription.
 */
function createSubscriberToken({ config }: Context, email: string): string {
  return createHmac('sha256', config.tokenSecret).update(`unsubscribe ${email}`).digest('base64url')
}

/**
 * Reports whether a confirmation email may be sent now, based on the emails already sent to all addresses of
 * the same mailbox.
 */
async function canSendConfirmation(trx: Db, email: string, now: Date): Promise<boolean> {
  const sameMailbox = await listSameAddressSubscribers(trx, email, getConfirmableSince(now))
  if (sameMailbox.some((other) => other.email === email && other.isConfirmed)) return false
  const count = sameMailbox.reduce((sum, { confirmationCount }) => sum + confirmationCount, 0)
  const hasRecentMail = sameMailbox.some(
    ({ confirmationSentAt }) =>
      confirmationSentAt !== null && now.getTime() - Date.parse(confirmationSentAt) < MIN_INTERVAL_MS,
  )
  return count < MAX_CONFIRMATIONS && !hasRecentMail
}

async function sendConfirmation(
  trx: Db,
  ctx: Context,
  { id, email, confirmToken }: Subscriber,
): Promise<void> {
  const now = ctx.now()
  await recordConfirmationSent(trx, id, now)
  const link = ctx.config.publicUrl + pagePath('confirmSubscription', { token: confirmToken })
  await insertMail(trx, { recipient: email, ...confirmationMail(link, ctx.config.publicUrl) }, now)
}

function confirmationMail(link: string, publicUrl: string) {
  const subject = 'Confirm your Kerblight newsletter subscription'
  const reason = 'Someone, probably you, signed up for the Kerblight newsletter with this email.'
  const disclaimer = `If it wasn’t you, ignore this email. We won’t send the newsletter, and we’ll delete your email after ${CONFIRMATION_DAYS} days.`
  return {
    subject,
    body: [reason, '', 'Confirm it here to start receiving it:', link, '', disclaimer].join('\n'),
    html: mailDocument({
      publicUrl,
      title: subject,
      content: html`<h1>Confirm your subscription</h1>
        <p>${reason}</p>
        <p><a class="button" href="${link}">Start receiving it</a></p>`,
      footer: html`<p>${disclaimer}</p>`,
    }),
  }
}
