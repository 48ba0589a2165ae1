import { sql } from 'kysely'
import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import { nextSet } from './engines/commit-order.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import { countAdded, countSet, assertLedgerNotFull, type CarWriter } from './ledger-quota.ts'
import type { Db } from './tables.ts'

interface By {
  /** The ID of the user who made the decision; null if it was made automatically or by an outside service. */
  actorId: string | null
  now: Date
  /** The time at which the rows count toward the quota, if later than `now`. */
  countedAt?: Date
}

/**
 * Runs a user's transaction that writes cars. The ledger records who made the changes and when, and groups
 * them as a set.
 * @throws ProblemError `quota-exceeded`; the deletion of an account is exempt
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
 * Runs work that writes cars, with the author and time for the ledger to record. They are reset when `work`
 * is done. If `work` throws, the transaction must be rolled back, which also resets them.
 */
export async function setChangeAuthor<T>(trx: Db, { actorId, now }: By, work: () => Promise<T>): Promise<T> {
  await say(trx, { actor: actorId, at: now.toISOString() })
  const result = await work()
  await noChangeSetSql(trx, {})
  return result
}

/**
 * Runs work like `setChangeAuthor`, and also groups its changes into a set that can be reverted as a whole.
 * If no car changes, no set is created.
 * @param what the kind of the set and, for a revert, the set that it reverts
 * @param work receives the set's ID
 */
export async function inChangeSet<T>(
  trx: Db,
  by: By,
  { kind, reverts = null }: { kind: ChangeKind; reverts?: number | null },
  work: (set: number) => Promise<T>,
): Promise<T> {
  return (await write(trx, by, { kind, reverts }, work)).result
}

interface Written<T> {
  result: T
  /** The ID of the set, to be passed to the next batch; null if no car has changed yet. */
  set: number | null
}

async function write<T>(
  trx: Db,
  { actorId, now, countedAt = now }: By,
  { kind, reverts }: { kind: ChangeKind; reverts: number | null },
  work: (set: number) => Promise<T>,
): Promise<Written<T>> {
  const origin: ChangeOrigin = { actor: actorId, at: now.toISOString() }
  const { rows } = await setChangeSet(trx, origin)
  const id = rows[0]!.set!
  const result = await work(id)
  const { numAffectedRows } = await recordSet(trx, { id, kind, reverts, ...origin })
  const isChanged = numAffectedRows === 1n
  if (isChanged) await countSet(trx, { set: id, actorId, countedAt })
  await noChangeSetSql(trx, {})
  return { result, set: isChanged ? id : null }
}

/** Number of cars that one transaction of a bulk change writes, so that other writers do not wait long. */
export const CARS_PER_BATCH = 20

/**
 * Changes many cars as one set, in batches with one transaction each. Other writers can run between the
 * batches. If the server stops midway, the set contains the changes made until then.
 * @param what as for `inChangeSet`
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
  const before: T[] = []
  let own: number | null = null
  for (let from = 0; from < rows.length; from += CARS_PER_BATCH) {
    const some = rows.slice(from, from + CARS_PER_BATCH)
    const isLast = from + some.length === rows.length
    await assertLedgerNotFull(ctx, actor.id)
    const by = { actorId: actor.id, now, countedAt: ctx.now() }
    const written = await ctx.db
      .transaction()
      .execute((trx) =>
        writeBatch(trx, by, { kind, reverts, set: own }, (set) => work(trx, some, { set, isLast, before })),
      )
    before.push(written.result)
    own = written.set
  }
  return before
}

interface Turn<T> {
  /** ID of the change set. */
  set: number
  isLast: boolean
  /** The results of the previous batches. */
  before: readonly T[]
}

/**
 * Writes one batch of a bulk change in its own transaction.
 * @param what the kind, and the ID of the previous batches' set; null if there were no previous batches, or
 * they changed nothing
 */
export async function writeBatch<T>(
  trx: Db,
  by: By,
  { kind, reverts = null, set }: { kind: ChangeKind; reverts?: number | null; set: number | null },
  work: (set: number) => Promise<T>,
): Promise<Written<T>> {
  return set === null ? write(trx, by, { kind, reverts }, work) : extend(trx, by, set, work)
}

async function extend<T>(
  trx: Db,
  { actorId, now, countedAt = now }: By,
  set: number,
  work: (set: number) => Promise<T>,
): Promise<Written<T>> {
  await changeSetSql(trx, { id: set, actor: actorId, at: now.toISOString() })
  const { rows } = await newestChange(trx, {})
  const after = rows[0]?.id ?? 0
  const result = await work(set)
  await countMore(trx, { id: set, after })
  await countAdded(trx, { set, actorId, countedAt, after })
  await noChangeSetSql(trx, {})
  return { result, set }
}

interface ChangeOrigin {
  actor: string | null
  at: string
}

interface OfSet extends ChangeOrigin {
  id: number
}

interface NewSet extends OfSet {
  kind: ChangeKind
  reverts: number | null
}

/** These queries are prepared, because they run with every write of a car. */
const say = prepareQuery((db, { actor, at }: ChangeOrigin) =>
  db.updateTable('current_change').set({ actor, at }),
)
const changeSetSql = prepareQuery((db, { id, actor, at }: OfSet) =>
  db.updateTable('current_change').set({ set: id, actor, at }),
)
const noChangeSetSql = prepareQuery((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({ set: eb.lit(null), actor: eb.lit(null), at: eb.lit(null) })),
)
const setChangeSet = prepareQuery((db, { actor, at }: ChangeOrigin) =>
  db.updateTable('current_change').set({ actor, at, set: nextSet }).returning('set'),
)
const recordSet = prepareQuery((db, { id, kind, actor, at, reverts }: NewSet) =>
  db
    .insertInto('change_sets')
    .columns(['id', 'kind', 'actor', 'at', 'reverts', 'count'])
    .expression((eb) =>
      eb
        .selectFrom('car_changes')
        .select((of) => [
          of.val(id).as('id'),
          of.val(kind).as('kind'),
          of.val(actor).as('actor'),
          of.val(at).as('at'),
          of.val(reverts).as('reverts'),
          of.fn.count<number>('car').distinct().as('count'),
        ])
        .where('set', '=', id)
        .having((of) => of(of.fn.countAll(), '>', of.lit(0))),
    ),
)
const newestChange = prepareQuery((db) =>
  db.selectFrom('car_changes').select('id').orderBy('id', 'desc').limit(sql.lit(1)),
)
/**
 * Adds the number of cars in a batch to the set's count, counting each car's first change in the set. It
 * reads only the batch's own changes, regardless of the set's size. The unary plus prevents the use of the
 * index on sets, which would read all changes of the set (sqlite.org/optoverview.html).
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
