import { sql } from 'kysely'
import type { ChangeKind } from '../../contract/cars/car-changes.ts'
import { nextSet } from './engines/commit-order.ts'
import { prepareQuery } from './engines/prepare-query.ts'
import { countAdded, countSet, assertLedgerNotFull, type CarWriter } from './ledger-quota.ts'
import type { Db } from './tables.ts'

interface By {
  /** Whose decision it is; null where time or an outside service has decided. */
  actorId: string | null
  now: Date
  /** The time at which the rows count toward the quota, if it is later than `now`. */
  countedAt?: Date
}

/**
 * A transaction of somebody's that writes cars: the ledger says who did it and when, and keeps it together as a set.
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
 * Runs what writes cars, and has the ledger say who did it and when. It lasts until `work` is done; where that throws,
 * the transaction has to be given up, and this with it.
 */
export async function setChangeAuthor<T>(trx: Db, { actorId, now }: By, work: () => Promise<T>): Promise<T> {
  await say(trx, { actor: actorId, at: now.toISOString() })
  const result = await work()
  await noChangeSetSql(trx, {})
  return result
}

/**
 * As `setChangeAuthor`, and keeps together what was changed together, so that it can be reverted. Where nothing of a car has
 * changed there is no set.
 * @param what its kind, and which set it takes back, if any
 * @param work gets the set's id
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
  /** The set, as the next turn takes it; null where nothing of a car has changed. */
  set: number | null
}

async function write<T>(
  trx: Db,
  { actorId, now, countedAt = now }: By,
  { kind, reverts }: { kind: ChangeKind; reverts: number | null },
  work: (set: number) => Promise<T>,
): Promise<Written<T>> {
  const said: Said = { actor: actorId, at: now.toISOString() }
  const { rows } = await setChangeSet(trx, said)
  const id = rows[0]!.set!
  const result = await work(id)
  const { numAffectedRows } = await noteSet(trx, { id, kind, reverts, ...said })
  const isChanged = numAffectedRows === 1n
  if (isChanged) await countSet(trx, { set: id, actorId, countedAt })
  await noChangeSetSql(trx, {})
  return { result, set: isChanged ? id : null }
}

/** How many cars one transaction changes of many, so that nobody else waits long for theirs. */
export const CARS_PER_BATCH = 20

/**
 * Changes many cars as one set, some a transaction, so that others have their turns in between. Where the server ends
 * midway, the set is what was changed until then.
 * @param what as for `inChangeSet`
 * @param work gets the rows of this turn. What came of it is its answer alone: a turn that has to be taken again, since
 * somebody was in its way, leaves nothing.
 * @returns what each turn answered
 * @throws ProblemError `quota-exceeded` before the turn that finds the quota full; the turns before it stay
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
  /** The set's id. */
  set: number
  isLast: boolean
  /** What the turns before have answered. */
  before: readonly T[]
}

/**
 * One turn of a change of many cars, in its transaction.
 * @param what its kind, and the set of the turns before; null where there was none, or they changed nothing
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

interface Said {
  actor: string | null
  at: string
}

interface OfSet extends Said {
  id: number
}

interface NewSet extends OfSet {
  kind: ChangeKind
  reverts: number | null
}

/** Each of these is asked with every write of a car. */
const say = prepareQuery((db, { actor, at }: Said) => db.updateTable('current_change').set({ actor, at }))
const changeSetSql = prepareQuery((db, { id, actor, at }: OfSet) =>
  db.updateTable('current_change').set({ set: id, actor, at }),
)
const noChangeSetSql = prepareQuery((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({ set: eb.lit(null), actor: eb.lit(null), at: eb.lit(null) })),
)
const setChangeSet = prepareQuery((db, { actor, at }: Said) =>
  db.updateTable('current_change').set({ actor, at, set: nextSet }).returning('set'),
)
const noteSet = prepareQuery((db, { id, kind, actor, at, reverts }: NewSet) =>
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
 * Counts the cars that a turn has added, by the first change of each in the set. It looks at the turn's own changes alone,
 * however large the set is by then: the plus keeps out the index of sets, which leads to all (sqlite.org/optoverview.html).
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
