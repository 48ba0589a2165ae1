import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { writeBatch } from '../../db/change-set.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { formatDeletedUser } from '../../core/audit/audit.repository.ts'
import { deleteSellerFeeds } from '../feeds/feed.repository.ts'
import { deleteUserUploadBatch } from '../../core/images/upload.repository.ts'
import { deleteUserHeaders } from '../imports/import.repository.ts'
import { deleteUserChosenValues } from '../imports/import-values.repository.ts'
import { deleteUserPhotoHosts } from '../imports/photo-hosts.repository.ts'
import { deleteSellerMatches } from '../photos/photo-matches.repository.ts'
import { deleteAllSellerFees } from '../seller-fees/seller-fees.repository.ts'
import { deleteUserShortlist } from '../shortlist/shortlist.repository.ts'
import { deleteUserShortlistEmails } from '../shortlist/shortlist-emails.repository.ts'
import { deleteUserSearches } from '../searches/saved-search.repository.ts'
import { deleteUserPayoutAccount } from '../../sale/records/payout-account.repository.ts'
import { deleteUserReverts } from '../changes/long-revert.repository.ts'
import { listNextCarIds, withdrawCars } from './deletion.repository.ts'
import { recordErasure, type Erasure } from './erasure.repository.ts'

/** Number of rows to erase per transaction. A small batch keeps other writers from waiting long. */
const ROWS_PER_BATCH = 500

/**
 * Erases a batch.
 * @returns the position where the next batch begins, or null after the last batch
 */
type Step = (trx: Db, ctx: Context, job: Erasure) => Promise<string | null>

const steps: Record<Erasure['step'], Step> = {
  cars: withdrawBatch,
  uploads: (trx, _ctx, { user_id, after }) => deleteUserUploadBatch(trx, user_id, after),
  purchases: (trx, _ctx, job) => anonymizePurchaseBatch(trx, job),
  messages: (trx, _ctx, { user_id }) => deleteBatch(trx, 'messages', sql`user_id = ${user_id}`),
  mails: (trx, _ctx, { user_id }) => deleteBatch(trx, 'mails', sql`user_id = ${user_id}`),
  undos: deleteUndoBatch,
  audit: eraseLogBatch,
  others: deleteRemaining,
}

export const erasureSteps = Object.keys(steps) as Erasure['step'][]

export function eraseBatch(trx: Db, ctx: Context, job: Erasure): Promise<string | null> {
  return steps[job.step](trx, ctx, job)
}

/** Withdraws the next batch of cars. All cars of one deletion belong to one change set. */
async function withdrawBatch(trx: Db, ctx: Context, job: Erasure): Promise<string | null> {
  const ids = await listNextCarIds(trx, job.user_id, job.after)
  const lastId = ids.at(-1)
  if (lastId === undefined) return null
  const now = new Date(job.created_at)
  const author = { actorId: job.actor_id, now, countedAt: ctx.now() }
  const { set } = await writeBatch(trx, author, { kind: 'delete-account', set: job.change_set }, () =>
    withdrawCars(trx, ids, now),
  )
  await recordErasure(trx, job.user_id, { change_set: set })
  return lastId
}

/** Removes unpaid purchases. Paid purchases keep the data that the payment record needs. */
async function anonymizePurchaseBatch(trx: Db, { user_id }: Erasure): Promise<string | null> {
  const unpaid = sql`buyer_id = ${user_id} and state = 'unpaid'`
  const position = await updateBatch(trx, 'purchases', sql`state = 'removed'`, unpaid)
  if (position !== null) return position
  const anonymous = { buyer_name: 'Deleted user', buyer_contact: '', meeting_place: '' }
  const identifiableRows = sql`buyer_id = ${user_id} and (buyer_name, buyer_contact, meeting_place)
    <> (${sql.join(Object.values(anonymous))})`
  return updateBatch(trx, 'purchases', assignments(anonymous), identifiableRows)
}

/**
 * Deletes undo rows in batches before the undos themselves. An undo can have one row for each car of a
 * spreadsheet.
 */
async function deleteUndoBatch(trx: Db, _ctx: Context, { user_id }: Erasure): Promise<string | null> {
  const { numAffectedRows } = await sql`delete from undo_rows where (undo_id, row_id) in (
    select undo_id, row_id from undo_rows where undo_id in (select id from undos where user_id = ${user_id})
    limit ${sql.lit(ROWS_PER_BATCH)})`.execute(trx)
  if (isFull(numAffectedRows)) return ''
  await deleteUserReverts(trx, user_id)
  return deleteBatch(trx, 'undos', sql`user_id = ${user_id}`)
}

/** Removes the user's name and email address from the audit log. The recorded actions remain. */
async function eraseLogBatch(trx: Db, _ctx: Context, { user_id }: Erasure): Promise<string | null> {
  const entriesByUser = sql`actor_id = ${user_id} and actor_email <> ''`
  const position = await updateBatch(trx, 'audit', sql`actor_email = ''`, entriesByUser)
  if (position !== null) return position
  const subject = formatDeletedUser(user_id)
  const identifiableRows = sql`target = ${user_id} and subject <> ${subject}`
  return updateBatch(trx, 'audit', assignments({ subject }), identifiableRows)
}

async function deleteRemaining(trx: Db, _ctx: Context, { user_id }: Erasure): Promise<null> {
  await deleteUserHeaders(trx, user_id)
  await deleteUserPhotoHosts(trx, user_id)
  await deleteUserSearches(trx, user_id)
  await deleteUserChosenValues(trx, user_id)
  await deleteSellerFeeds(trx, user_id)
  await deleteUserShortlist(trx, user_id)
  await deleteUserShortlistEmails(trx, user_id)
  await deleteAllSellerFees(trx, user_id)
  await deleteSellerMatches(trx, user_id)
  await deleteUserPayoutAccount(trx, user_id)
  await trx
    .deleteFrom('reviews')
    .where('author_id', '=', user_id)
    .where('deleted_at', 'is not', null)
    .execute()
  await trx
    .deleteFrom('reports')
    .where('reporter_id', '=', user_id)
    .where('deleted_at', 'is not', null)
    .execute()
  return null
}

type TableWithId = keyof Tables & ('messages' | 'mails' | 'undos' | 'purchases' | 'audit')

async function deleteBatch(
  trx: Db,
  table: TableWithId,
  condition: RawBuilder<unknown>,
): Promise<string | null> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)}
    where id in (${selectBatchIds(table, condition)})`.execute(trx)
  return isFull(numAffectedRows) ? '' : null
}

/**
 * Updates a batch of rows.
 * @param condition a condition that no longer matches a row after its update
 */
async function updateBatch(
  trx: Db,
  table: TableWithId,
  set: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<string | null> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set}
    where id in (${selectBatchIds(table, condition)})`.execute(trx)
  return isFull(numAffectedRows) ? '' : null
}

function selectBatchIds(table: TableWithId, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from ${sql.table(table)} where ${condition} limit ${sql.lit(ROWS_PER_BATCH)}`
}

function assignments(values: Readonly<Record<string, string>>): RawBuilder<unknown> {
  return sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

function isFull(rows: bigint | undefined): boolean {
  return rows === BigInt(ROWS_PER_BATCH)
}
