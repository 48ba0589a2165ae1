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
  const at = now.toISOString()
  const { rows } = await trx.executeQuery(asked(sayTogether, [actorId, at]))
  const set = (rows[0] as { set: number }).set
  const result = await work(set)
  await trx.executeQuery(asked(noteSet, [set, kind, actorId, at, reverts, set]))
  await trx.executeQuery(sayNothing)
  return result
}

const nowhere: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}

/** Each of these is asked with every write of a car: to put them together anew would take longer than to run them. */
const say = compiled((db) => db.updateTable('current_change').set({ actor: '', at: '' }))
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

function compiled(query: (db: Db) => Compilable): CompiledQuery {
  return query(new Kysely<Tables>({ dialect: nowhere })).compile()
}

function asked(query: CompiledQuery, parameters: readonly unknown[]): CompiledQuery {
  return { ...query, parameters }
}
