import type { ExpressionBuilder } from 'kysely'
import type { Db, Row, Tables } from '../../db/tables.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export interface Subscriber {
  id: number
  /** The token in the confirmation email. */
  confirmToken: string
  email: string
  /** Time of the last confirmation email. `confirmationCount` is the number of such emails so far. */
  confirmationSentAt: string | null
  confirmationCount: number
  isConfirmed: boolean
}

/** Inserts a subscriber, unless the email address is already stored. */
export async function insertSubscriber(
  db: Db,
  subscriber: { token: string; confirmToken: string; email: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('subscribers')
    .values({
      token: subscriber.token,
      confirm_token: subscriber.confirmToken,
      email: subscriber.email,
      created_at: now.toISOString(),
    })
    // Two concurrent inserts of the same email address may conflict on either column.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function getSubscriber(db: Db, email: string): Promise<Subscriber> {
  return toSubscriber(
    await db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow(),
  )
}

/**
 * Lists the subscribers whose email addresses belong to the same mailbox. It includes this address if it is
 * confirmed, and addresses that were sent a confirmation email after the given time.
 */
export async function listSameAddressSubscribers(
  db: Db,
  email: string,
  sentSince: Date,
): Promise<Subscriber[]> {
  const mailbox = getMailbox(email)
  const name = mailbox.slice(0, mailbox.lastIndexOf('@'))
  const rows = await db
    .selectFrom('subscribers')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('email', '=', email),
        eb('email', '=', mailbox),
        // In ASCII, the comma follows the plus sign, so this range covers all addresses that begin with
        // `name+`.
        eb.and([eb('email', '>', `${name}+`), eb('email', '<', `${name},`)]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('asked_at', '>', sentSince.toISOString()),
        eb.and([eb('email', '=', email), eb('confirmed_at', 'is not', null)]),
      ]),
    )
    .execute()
  return rows.map(toSubscriber).filter((other) => getMailbox(other.email) === mailbox)
}

export async function listUnconfirmedUnsent(db: Db, limit: number): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('asked_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(toSubscriber)
}

export async function recordConfirmationSent(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('subscribers')
    .set((eb) => ({ asked_at: now.toISOString(), asked_count: eb('asked_count', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Confirms a subscription.
 * @param sentSince links that were sent before this time are no longer valid
 * @returns true if this call confirmed the subscription, false if it was already confirmed, or null if the
 * link is not valid
 */
export async function confirmSubscriber(
  db: Db,
  token: string,
  sentSince: Date,
  now: Date,
): Promise<boolean | null> {
  const result = await db
    .updateTable('subscribers')
    .set({ confirmed_at: now.toISOString() })
    .where(matchesToken(token))
    .where('confirmed_at', 'is', null)
    .where('asked_at', '>', sentSince.toISOString())
    .executeTakeFirst()
  if (result.numUpdatedRows === 1n) return true
  const isConfirmed = await db
    .selectFrom('subscribers')
    .select('id')
    .where(matchesToken(token))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return isConfirmed ? false : null
}

function matchesToken(token: string) {
  return (eb: ExpressionBuilder<Tables, 'subscribers'>) =>
    eb.or([
      eb('confirm_token', '=', token),
      eb.and([eb('token', '=', token), eb('confirm_token', 'is', null)]),
    ])
}

/**
 * Deletes a subscriber.
 * @returns the subscriber's ID, or null if no subscriber has this token
 */
export async function deleteSubscriber(db: Db, token: string): Promise<number | null> {
  const row = await db.deleteFrom('subscribers').where('token', '=', token).returning('id').executeTakeFirst()
  return row?.id ?? null
}

/**
 * Counts the subscribers who had confirmed their email address by the given time.
 * @param after only subscribers with a higher ID are counted
 */
export async function countConfirmed(db: Db, until: string, after = 0): Promise<number> {
  const { count } = await db
    .selectFrom('subscribers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', '>', after)
    .where('confirmed_at', '<=', until)
    .executeTakeFirstOrThrow()
  return count
}

export async function countUnconfirmed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('subscribers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the subscribers who had confirmed their email address by the given time, ordered by ID. */
export function listRecipients(
  db: Db,
  { after, confirmedUntil, limit }: { after: number; confirmedUntil: string; limit: number },
) {
  return db
    .selectFrom('subscribers')
    .select(['id', 'email', 'token'])
    .where('id', '>', after)
    .where('confirmed_at', '<=', confirmedUntil)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes the unconfirmed subscribers whose last confirmation email was sent before the given time. */
export function purgeUnconfirmed(db: Db, sentBefore: Date) {
  return deleteRows(
    db
      .deleteFrom('subscribers')
      .where('confirmed_at', 'is', null)
      .where('asked_at', '<=', sentBefore.toISOString()),
  )
}

function toSubscriber(row: Row<'subscribers'>): Subscriber {
  return {
    id: row.id,
    confirmToken: row.confirm_token ?? row.token,
    email: row.email,
    confirmationSentAt: row.asked_at,
    confirmationCount: row.asked_count,
    isConfirmed: row.confirmed_at !== null,
  }
}

/**
 * Returns the mailbox that an email address belongs to: the address without the `+tag` of its local part (RFC
 * 5233).
 */
export function getMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const plus = email.indexOf('+')
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email
}
