import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type Dialect,
} from 'kysely'
import type { ChangeKind } from '../../contract/car-changes.ts'
import type { Db, Tables } from './tables.ts'

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
  await trx.executeQuery(asked(say, [actorId, now.toISOString()]))
  const result = await work()
  await trx.executeQuery(sayNothing)
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
  const at = now.toISOString()
  const { rows } = await trx.executeQuery(asked(sayTogether, [actorId, at]))
  const set = (rows[0] as { set: number }).set
  const result = await work(set)
  const { numAffectedRows } = await trx.executeQuery(asked(noteSet, [set, kind, actorId, at, reverts, set]))
  await trx.executeQuery(sayNothing)
  return { result, set: numAffectedRows === 1n ? set : null }
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
    own = await db.transaction().execute(async (trx) => {
      const some = (set: number) => work(trx, turn, set, isLast)
      return own === null ? (await write(trx, by, { kind, reverts }, some)).set : extend(trx, by, own, some)
    })
  }
}

async function extend(
  trx: Db,
  { actorId, now }: By,
  set: number,
  work: (set: number) => Promise<void>,
): Promise<number> {
  await trx.executeQuery(asked(saySet, [set, actorId, now.toISOString()]))
  await work(set)
  await trx.executeQuery(asked(countSet, [set, set]))
  await trx.executeQuery(sayNothing)
  return set
}

const nowhere: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

/** Each of these is asked with every write of a car: to put them together anew would take longer than to run them. */
const say = compiled((db) => db.updateTable('current_change').set({ actor: '', at: '' }))
const saySet = compiled((db) => db.updateTable('current_change').set({ set: 0, actor: '', at: '' }))
const sayNothing = compiled((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({ set: eb.lit(null), actor: eb.lit(null), at: eb.lit(null) })),
)
const sayTogether = compiled((db) =>
  db
    .updateTable('current_change')
    .set((eb) => ({
      actor: '',
      at: '',
      set: eb
        .selectFrom('change_sets')
        .select((of) => of(of.fn.coalesce(of.fn.max('id'), of.lit(0)), '+', of.lit(1)).as('next')),
    }))
    .returning('set'),
)
const noteSet = compiled((db) =>
  db
    .insertInto('change_sets')
    .columns(['id', 'kind', 'actor', 'at', 'reverts', 'count'])
    .expression((eb) =>
      eb
        .selectFrom('car_changes')
        .select((of) => [
          of.val(0).as('id'),
          of.val<ChangeKind>('add').as('kind'),
          of.val<string | null>('').as('actor'),
          of.val('').as('at'),
          of.val<number | null>(0).as('reverts'),
          of.fn.count<number>('car').distinct().as('count'),
        ])
        .where('set', '=', 0)
        .having((of) => of(of.fn.countAll(), '>', of.lit(0))),
    ),
)

const countSet = compiled((db) =>
  db
    .updateTable('change_sets')
    .set((eb) => ({
      count: eb
        .selectFrom('car_changes')
        .select((of) => of.fn.count<number>('car').distinct().as('count'))
        .where('set', '=', 0),
    }))
    .where('id', '=', 0),
)

function compiled(query: (db: Db) => Compilable): CompiledQuery {
  return query(new Kysely<Tables>({ dialect: nowhere })).compile()
}

function asked(query: CompiledQuery, parameters: readonly unknown[]): CompiledQuery {
  return { ...query, parameters }
}
