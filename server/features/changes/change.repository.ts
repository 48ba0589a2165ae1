import { sql, type SelectQueryBuilder } from 'kysely'
import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { listDistinctValues } from '../../db/engines/json.ts'
import { buildLedgerValue } from '../../db/engines/ledger-sql.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { formatCarName, type Car } from '../cars/car.ts'
import type { Change, Changer } from './change.ts'

function selectChanges(db: Db) {
  return db
    .selectFrom('car_changes')
    .leftJoin('change_sets', 'change_sets.id', 'car_changes.set')
    .leftJoin('users', 'users.id', 'car_changes.actor')
    .selectAll('car_changes')
    .select([
      'change_sets.kind',
      'change_sets.count',
      'change_sets.reverts',
      'users.full_name as actor_name',
      'users.role as actor_role',
    ])
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number]

function toChange(row: ChangeRow): Change {
  const { id, car, at, version, field, before, after, set, kind, count, reverts } = row
  const by = row.actor && { id: row.actor, name: row.actor_name ?? '', isAdmin: row.actor_role === 'admin' }
  return {
    id,
    carId: car,
    at,
    version,
    field,
    before,
    after,
    set: set && kind ? { id: set, kind, count: count ?? 0, reverts } : null,
    by: by || null,
  }
}

/** Lists a car's changes, oldest first. */
export async function listChanges(db: Db, carId: string): Promise<Change[]> {
  const rows = await selectChanges(db)
    .where('car', '=', carId)
    .orderBy('car_changes.version')
    .orderBy('car_changes.id')
    .execute()
  return rows.map(toChange)
}

/** Lists the newest changes of these fields of a car, oldest first. */
export async function listNewestChanges(
  db: Db,
  carId: string,
  fields: readonly string[],
  limit: number,
): Promise<Change[]> {
  const rows = await selectChanges(db)
    .where('car', '=', carId)
    .where('field', 'in', fields)
    .orderBy('car_changes.version', 'desc')
    .orderBy('car_changes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map(toChange)
}

/**
 * Lists the newest `limit` cars, from any seller, that have this VIN and were listed before this car. They
 * are ordered oldest first. Cars that are waiting for an admin are left out.
 */
export async function listEarlierCars(
  db: Db,
  { id, vin, postedAt }: { id: string; vin: string | null; postedAt: string },
  limit: number,
): Promise<Pick<Car, 'id' | 'sellerId' | 'state' | 'priceText'>[]> {
  if (vin === null) return []
  const rows = await db
    .selectFrom('cars')
    .select(['id', 'seller_id as sellerId', 'state', 'resell_price as priceText'])
    .where('vin', '=', vin)
    .where('held_vin', 'is', null)
    .where('posted_at', '<=', postedAt)
    .where('id', '<>', id)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** Lists the changes that a set made to these cars, oldest first. */
export async function listSetChanges(db: Db, set: number, carIds: readonly string[]): Promise<Change[]> {
  const rows = await selectChanges(db)
    .where('car_changes.set', '=', set)
    .where('car', 'in', carIds)
    .orderBy('car_changes.id')
    .execute()
  return rows.map(toChange)
}

export async function listSetCars(
  db: Db,
  set: number,
  { after = '', limit }: { after?: string; limit?: number } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('car_changes')
    .select('car')
    .distinct()
    .where('set', '=', set)
    .where('car', '>', after)
    .orderBy('car')
    .$if(limit !== undefined, (cars) => cars.limit(limit!))
    .execute()
  return rows.map(({ car }) => car)
}

/**
 * Lists the cars of a change set that have not been changed or saved since.
 * @param among restricts the list to these cars
 */
export async function listUnchangedCars(
  db: Db,
  set: number,
  { after = '', limit, among }: { after?: string; limit?: number; among?: readonly string[] } = {},
): Promise<{ id: string; sellerId: string }[]> {
  return db
    .selectFrom('car_changes')
    .innerJoin('cars', 'cars.id', 'car_changes.car')
    .select(['cars.id', 'cars.seller_id as sellerId'])
    .distinct()
    .where('car_changes.set', '=', set)
    .where('car_changes.car', '>', after)
    .whereRef('car_changes.version', '=', 'cars.version')
    .$if(among !== undefined, (cars) => cars.where('car_changes.car', 'in', among!))
    .where(({ not, exists, selectFrom }) => {
      const later = selectFrom('car_changes as later')
        .select('later.id')
        .whereRef('later.car', '=', 'car_changes.car')
        .whereRef('later.id', '>', 'car_changes.id')
      return not(
        exists(later.where((eb) => eb.or([eb('later.set', 'is', null), eb('later.set', '<>', set)]))),
      )
    })
    .orderBy('cars.id')
    .$if(limit !== undefined, (cars) => cars.limit(limit!))
    .execute()
}

export async function findSetKind(db: Db, set: number): Promise<ChangeKind> {
  const row = await db
    .selectFrom('change_sets')
    .select('kind')
    .where('id', '=', set)
    .executeTakeFirstOrThrow()
  return row.kind
}

export async function findSetActor(db: Db, set: number): Promise<string | null> {
  const row = await db.selectFrom('change_sets').select('actor').where('id', '=', set).executeTakeFirst()
  return row?.actor ?? null
}

/** Lists other sellers' cars that a revert has put back on the market. */
export async function listReturnedCars(
  db: Db,
  set: number,
  actorId: string,
): Promise<Pick<Car, 'sellerId' | 'year' | 'make' | 'modelName'>[]> {
  const rows = await db
    .selectFrom('cars')
    .select(['seller_id', 'year', 'category_name', 'model_name'])
    .where('seller_id', '<>', actorId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('car_changes')
        .select('car')
        .where('set', '=', set)
        .where((change) =>
          change.or([
            change.and([change('field', '=', 'state'), change('after', '=', buildLedgerValue('instock'))]),
            change.and([change('field', '=', 'hiddenAt'), change('after', 'is', null)]),
          ]),
        ),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    sellerId: row.seller_id,
    year: row.year,
    make: row.category_name ?? '',
    modelName: row.model_name,
  }))
}

/** Returns the ID of each field's newest change. */
export async function findNewestChanges(db: Db, carId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('car_changes')
    .select(['field', sql<number>`max(id)`.as('id')])
    .where('car', '=', carId)
    .groupBy('field')
    .execute()
  return new Map(rows.map(({ field, id }) => [field, id]))
}

export interface ChangeSet {
  id: number
  kind: ChangeKind
  at: string
  count: number
  reverts: number | null
  by: Changer | null
  /** The change set's first car, by ID. */
  first: { carId: string; carName: string }
  /** The changed fields, based on the first changes in the set. */
  fields: string[]
  /**
   * Number of cars reverted since, and the time of the last revert. Reverts that were themselves reverted
   * do not count.
   */
  reverted: { count: number; at: string | null }
}

/** Number of changes in a set that are examined to determine its fields. */
const EXAMINED_CHANGES = 200

export function joinSetDetails(sets: SelectQueryBuilder<Tables, 'change_sets', object>) {
  return sets
    .leftJoin('users', 'users.id', 'change_sets.actor')
    .leftJoin('cars', (join) =>
      join.on('cars.id', '=', (eb) =>
        eb
          .selectFrom('car_changes')
          .whereRef('car_changes.set', '=', 'change_sets.id')
          .select('car')
          .orderBy('car')
          .limit(1),
      ),
    )
    .selectAll('change_sets')
    .select((eb) => [
      'users.full_name as actor_name',
      'users.role as actor_role',
      'cars.id as car_id',
      'cars.year',
      'cars.category_name',
      'cars.model_name',
      eb
        .selectFrom((of) =>
          of
            .selectFrom('car_changes')
            .whereRef('car_changes.set', '=', 'change_sets.id')
            .select('field')
            .limit(EXAMINED_CHANGES)
            .as('some'),
        )
        .select(listDistinctValues('field').as('fields'))
        .as('fields'),
      eb
        .selectFrom(effectiveReverts)
        .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
        .as('reverted_count'),
      eb
        .selectFrom(effectiveReverts)
        .select(sql<string | null>`max(at)`.as('at'))
        .as('reverted_at'),
    ])
}

/** A subquery for the change sets that revert the selected one and were not reverted themselves. */
export const effectiveReverts = sql<{ count: number; at: string }>`(
  select taking.count, taking.at from change_sets taking
  where taking.reverts = change_sets.id
  and taking.count > coalesce((select sum(back.count) from change_sets back where back.reverts = taking.id), 0)
)`.as('standing')

type SetRow = Awaited<ReturnType<ReturnType<typeof joinSetDetails>['execute']>>[number]

export function toSet(row: SetRow): ChangeSet {
  const { id, kind, at, count, reverts, actor, actor_name, actor_role } = row
  const [make, modelName] = [row.category_name ?? '', row.model_name ?? '']
  const carName = formatCarName({ year: row.year, make, modelName })
  return {
    id,
    kind,
    at,
    count,
    reverts,
    by: actor === null ? null : { id: actor, name: actor_name ?? '', isAdmin: actor_role === 'admin' },
    first: { carId: row.car_id ?? '', carName },
    fields: JSON.parse(row.fields ?? '[]') as string[],
    reverted: { count: Number(row.reverted_count), at: row.reverted_at },
  }
}

export async function findChangeSet(db: Db, id: number): Promise<ChangeSet | null> {
  const row = await joinSetDetails(db.selectFrom('change_sets'))
    .where('change_sets.id', '=', id)
    .executeTakeFirst()
  return row ? toSet(row) : null
}
