import { sql } from 'kysely'
import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import { nextSet } from './engines/commit-order.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import { countAdded, countSet, assertLedgerNotFull, type CarWriter } from './ledger-quota.ts'
import type { Db } from './tables.ts'

interface Authorship {
  /**
   * The ID of the user who made the decision, or null if it was made automatically or by an external service.
   */
  actorId: string | null
  now: Date
  /** The time when the rows count toward the quota, if later than `now`. */
  countedAt?: Date
}

/**
 * Runs a user's transaction that writes cars. The ledger records who made the changes and when, and groups
 * them as a set.
 * @throws ProblemError `quota-exceeded`, except when an account is deleted
 */
export async function writeCars<T>(
  ctx: CarWriter,
  actor: { id: string },
  kind: ChangeKind,
  work: (trx: Db, set: number) => Promise<T>,
): Promise<T> {
  if (kind !== 'delete-account') await assertLedgerNotFull(ctx, actor.id)
  const by = { actorId: actor.id, now: ctx.now() }
  return ctx.db.transaction().execute((trx) => inChangeSet(trx, by, { kind }, (set) => work(trx, set)))
}

/**
 * Runs work whose changes the ledger attributes to the given author and time. Both are reset once `work` is
 * done. If `work` throws, the transaction must be rolled back, which also resets them.
 */
export async function setChangeAuthor<T>(
  trx: Db,
  { actorId, now }: Authorship,
  work: () => Promise<T>,
): Promise<T> {
  await recordAuthor(trx, { actor: actorId, at: now.toISOString() })
  const result = await work()
  await clearAuthor(trx, {})
  return result
}

/**
 * Runs work as `setChangeAuthor` does, and groups its changes into a set that can be reverted as a whole. If
 * no car changes, no set is created.
 * @param work receives the set's ID
 */
export async function inChangeSet<T>(
  trx: Db,
  by: Authorship,
  { kind, reverts = null }: { kind: ChangeKind; reverts?: number | null },
  work: (set: number) => Promise<T>,
): Promise<T> {
  return (await writeSet(trx, by, { kind, reverts }, work)).result
}

interface WriteResult<T> {
  result: T
  /** The ID of the set, to be passed to the next batch, or null if no car has changed yet. */
  set: number | null
}

async function writeSet<T>(
  trx: Db,
  { actorId, now, countedAt = now }: Authorship,
  { kind, reverts }: { kind: ChangeKind; reverts: number | null },
  work: (set: number) => Promise<T>,
): Promise<WriteResult<T>> {
  const origin: ChangeOrigin = { actor: actorId, at: now.toISOString() }
  const { rows } = await beginSet(trx, origin)
  const id = rows[0]!.set!
  const result = await work(id)
  const { numAffectedRows } = await recordSet(trx, { id, kind, reverts, ...origin })
  const isChanged = numAffectedRows === 1n
  if (isChanged) await countSet(trx, { set: id, actorId, countedAt })
  await clearAuthor(trx, {})
  return { result, set: isChanged ? id : null }
}

/** Number of cars per transaction of a bulk change, limited so that other writers do not wait long. */
export const CARS_PER_BATCH = 20

/**
 * Changes many cars as one set, in batches with one transaction each. Other writers can run between the
 * batches. If the server stops midway, the set contains the changes made until then.
 * @param work receives the rows of the batch. It must have no effect outside the transaction other than its
 * return value, because a batch may be retried after a conflict.
 * @returns the result of each batch
 * @throws ProblemError `quota-exceeded` before the first batch for which the quota is full; earlier batches
 * stay committed
 */
export async function writeCarsInBatches<Row, T>(
  ctx: CarWriter,
  actor: { id: string },
  { kind, reverts = null }: { kind: ChangeKind; reverts?: number | null },
  rows: readonly Row[],
  work: (trx: Db, rows: readonly Row[], turn: Turn<T>) => Promise<T>,
): Promise<T[]> {
  const now = ctx.now()
  const results: T[] = []
  let currentSet: number | null = null
  for (let from = 0; from < rows.length; from += CARS_PER_BATCH) {
    const batch = rows.slice(from, from + CARS_PER_BATCH)
    const isLast = from + batch.length === rows.length
    await assertLedgerNotFull(ctx, actor.id)
    const by = { actorId: actor.id, now, countedAt: ctx.now() }
    const batchResult = await ctx.db
      .transaction()
      .execute((trx) =>
        writeBatch(trx, by, { kind, reverts, set: currentSet }, (set) =>
          work(trx, batch, { set, isLast, before: results }),
        ),
      )
    results.push(batchResult.result)
    currentSet = batchResult.set
  }
  return results
}

interface Turn<T> {
  set: number
  isLast: boolean
  /** The results of the previous batches. */
  before: readonly T[]
}

/**
 * Writes one batch of a bulk change in its own transaction. `set` is null if there were no previous batches,
 * or they changed nothing.
 */
export async function writeBatch<T>(
  trx: Db,
  by: Authorship,
  { kind, reverts = null, set }: { kind: ChangeKind; reverts?: number | null; set: number | null },
  work: (set: number) => Promise<T>,
): Promise<WriteResult<T>> {
  return set === null ? writeSet(trx, by, { kind, reverts }, work) : extendSet(trx, by, set, work)
}

async function extendSet<T>(
  trx: Db,
  { actorId, now, countedAt = now }: Authorship,
  set: number,
  work: (set: number) => Promise<T>,
): Promise<WriteResult<T>> {
  await resumeSet(trx, { id: set, actor: actorId, at: now.toISOString() })
  const { rows } = await findNewestChange(trx, {})
  const after = rows[0]?.id ?? 0
  const result = await work(set)
  await countMore(trx, { id: set, after })
  await countAdded(trx, { set, actorId, countedAt, after })
  await clearAuthor(trx, {})
  return { result, set }
}

interface ChangeOrigin {
  actor: string | null
  at: string
}

interface SetOrigin extends ChangeOrigin {
  id: number
}

interface NewSet extends SetOrigin {
  kind: ChangeKind
  reverts: number | null
}

/** These queries run with every write of a car, so they are prepared. */
const recordAuthor = prepareQuery((db, { actor, at }: ChangeOrigin) =>
  db.updateTable('current_change').set({ actor, at }),
)
const resumeSet = prepareQuery((db, { id, actor, at }: SetOrigin) =>
  db.updateTable('current_change').set({ set: id, actor, at }),
)
const clearAuthor = prepareQuery((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({ set: eb.lit(null), actor: eb.lit(null), at: eb.lit(null) })),
)
const beginSet = prepareQuery((db, { actor, at }: ChangeOrigin) =>
  db.updateTable('current_change').set({ actor, at, set: nextSet }).returning('set'),
)
const recordSet = prepareQuery((db, { id, kind, actor, at, reverts }: NewSet) =>
  db
    .insertInto('change_sets')
    .columns(['id', 'kind', 'actor', 'at', 'reverts', 'count'])
    .expression((eb) =>
      eb
        .selectFrom('car_changes')
        .select((eb) => [
          eb.val(id).as('id'),
          eb.val(kind).as('kind'),
          eb.val(actor).as('actor'),
          eb.val(at).as('at'),
          eb.val(reverts).as('reverts'),
          eb.fn.count<number>('car').distinct().as('count'),
        ])
        .where('set', '=', id)
        .having((eb) => eb(eb.fn.countAll(), '>', eb.lit(0))),
    ),
)
const findNewestChange = prepareQuery((db) =>
  db.selectFrom('car_changes').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
)
/**
 * Adds a batch's cars to the set's count. Each car counts only with its first change in the set. The query
 * reads only the batch's own changes, regardless of the set's size. The unary plus prevents the use of the
 * set index, which would read all of the set's changes (sqlite.org/optoverview.html).
 */
const countMore = prepareQuery((db, { id, after }: { id: number; after: number }) =>
  db
    .updateTable('change_sets')
    .set(({ selectFrom, eb }) => {
      const added = selectFrom('car_changes as first')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('first.id', '>', after)
        .where(sql`+"first"."set"`, '=', id)
        .where(({ not, exists, selectFrom: from }) => {
          const earlier = from('car_changes as earlier')
            .select('earlier.id')
            .where('earlier.set', '=', id)
            .whereRef('earlier.car', '=', 'first.car')
            .whereRef('earlier.id', '<', 'first.id')
          return not(exists(earlier))
        })
      return { count: eb('count', '+', added) }
    })
    .where('id', '=', id),
)
