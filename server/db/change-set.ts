import type { ChangeKind } from '../../contract/car-changes.ts'
import { nextSet } from './engines/current-change.ts'
import { prepareQuery } from './prepare-query.ts'
import type { Db } from './tables.ts'

interface By {
  /** Whose decision it is; null where time or an outside service has decided. */
  actorId: string | null
  now: Date
}

/** A transaction of somebody's that writes cars: the ledger says who did it and when, and keeps it together as a set. */
export function writeCars<T>(
  { db, now }: { db: Db; now(): Date },
  actor: { id: string },
  kind: ChangeKind,
  work: (trx: Db, set: number) => Promise<T>,
): Promise<T> {
  return db
    .transaction()
    .execute((trx) => inChangeSet(trx, { actorId: actor.id, now: now() }, { kind }, (set) => work(trx, set)))
}

/**
 * Runs what writes cars, and has the ledger say who did it and when. It lasts until `work` is done; where that throws,
 * the transaction has to be given up, and this with it.
 */
export async function ascribe<T>(trx: Db, { actorId, now }: By, work: () => Promise<T>): Promise<T> {
  await say(trx, { actor: actorId, at: now.toISOString() })
  const result = await work()
  await sayNothing(trx, {})
  return result
}

/**
 * As `ascribe`, and keeps together what was changed together, so that it can be reverted. Where nothing of a car has
 * changed there is no set.
 * @param what its kind, and which set it takes back, if any
 * @param work gets the set's id
 */
export async function inChangeSet<T>(
  trx: Db,
  { actorId, now }: By,
  { kind, reverts = null }: { kind: ChangeKind; reverts?: number | null },
  work: (set: number) => Promise<T>,
): Promise<T> {
  const { result } = await write(trx, { actorId, now }, { kind, reverts }, work)
  return result
}

async function write<T>(
  trx: Db,
  { actorId, now }: By,
  { kind, reverts }: { kind: ChangeKind; reverts: number | null },
  work: (set: number) => Promise<T>,
): Promise<{ result: T; set: number | null }> {
  const said: Said = { actor: actorId, at: now.toISOString() }
  const { rows } = await sayTogether(trx, said)
  const id = rows[0]!.set!
  const result = await work(id)
  const { numAffectedRows } = await noteSet(trx, { id, kind, reverts, ...said })
  await sayNothing(trx, {})
  return { result, set: numAffectedRows === 1n ? id : null }
}

/** How many cars one transaction changes of many, so that nobody else waits long for theirs. */
export const CARS_A_TURN = 20

/**
 * Changes many cars as one set, some a transaction, so that others have their turns in between. Where the server ends
 * midway, the set is what was changed until then.
 * @param what as for `inChangeSet`
 * @param work gets the rows of this turn, the set's id, and whether it is the last turn
 */
export async function writeCarsInTurns<Row>(
  { db, now }: { db: Db; now(): Date },
  actor: { id: string },
  { kind, reverts = null }: { kind: ChangeKind; reverts?: number | null },
  rows: readonly Row[],
  work: (trx: Db, rows: readonly Row[], set: number, isLast: boolean) => Promise<void>,
): Promise<void> {
  const by = { actorId: actor.id, now: now() }
  let own: number | null = null
  for (let from = 0; from < rows.length; from += CARS_A_TURN) {
    const turn = rows.slice(from, from + CARS_A_TURN)
    const isLast = from + turn.length === rows.length
    own = await db
      .transaction()
      .execute((trx) =>
        writeTurn(trx, by, { kind, reverts, set: own }, (set) => work(trx, turn, set, isLast)),
      )
  }
}

/**
 * One turn of a change of many cars, in its transaction.
 * @param what its kind, and the set of the turns before; null where there was none, or they changed nothing
 * @returns the set, as the next turn takes it
 */
export async function writeTurn(
  trx: Db,
  by: By,
  { kind, reverts = null, set }: { kind: ChangeKind; reverts?: number | null; set: number | null },
  work: (set: number) => Promise<void>,
): Promise<number | null> {
  if (set !== null) return extend(trx, by, set, work)
  return (await write(trx, by, { kind, reverts }, work)).set
}

async function extend(
  trx: Db,
  { actorId, now }: By,
  set: number,
  work: (set: number) => Promise<void>,
): Promise<number> {
  await saySet(trx, { id: set, actor: actorId, at: now.toISOString() })
  await work(set)
  await countSet(trx, { id: set })
  await sayNothing(trx, {})
  return set
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
const saySet = prepareQuery((db, { id, actor, at }: OfSet) =>
  db.updateTable('current_change').set({ set: id, actor, at }),
)
const sayNothing = prepareQuery((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({ set: eb.lit(null), actor: eb.lit(null), at: eb.lit(null) })),
)
const sayTogether = prepareQuery((db, { actor, at }: Said) =>
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
const countSet = prepareQuery((db, { id }: { id: number }) =>
  db
    .updateTable('change_sets')
    .set((eb) => ({
      count: eb
        .selectFrom('car_changes')
        .select((of) => of.fn.count<number>('car').distinct().as('count'))
        .where('set', '=', id),
    }))
    .where('id', '=', id),
)
