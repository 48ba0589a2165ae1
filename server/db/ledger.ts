import { sql, type QueryExecutorProvider as Connection } from 'kysely'
import { getLedgerSql, type LedgerSql } from './engines/ledger-sql.ts'
import { readColumns, readTriggers, type Column } from './engines/tables.ts'
import { runStatements, formatTrigger, getTriggerSql, type Trigger } from './engines/triggers.ts'

/**
 * The ledger of cars. Triggers compare each row of `cars` and `car_pictures` with its previous state, column
 * by column. They record the differences in the transaction that makes the change. Code that writes a car
 * therefore cannot bypass the ledger, and columns added by a migration are included automatically. All SQL
 * for the ledger's triggers is in this file.
 */

/**
 * Columns that the ledger does not record. They describe the row or its photos, not the car, or are derived from
 * other cars or from the seller's fees. A photo that is restored has its shot again.
 */
const bookkeeping = [
  'id',
  'version',
  'idempotency_key',
  'idempotency_digest',
  'price_label',
  'fees',
  'fees_minor',
  'shots',
]

/**
 * The fields that are erased when the seller's account is deleted. Nothing else is ever removed from the
 * ledger.
 */
const personal = ['contact', 'registration', 'elsewhereNote']

/** The field name of the entry for a new car. Its value contains all fields of the added row as JSON. */
export const ADDED = 'added'
/** The prefix of a photo's field name, followed by the photo's position, starting at 0. */
export const PHOTO_PREFIX = 'images/'

/** Converts a column name to its field name, in camel case. */
export function toFieldName(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the columns of `cars` that the ledger records, according to the current schema. */
export async function listLedgerColumns(db: Connection): Promise<Column[]> {
  const columns = await readColumns(db, 'cars')
  return columns.filter(({ name }) => !bookkeeping.includes(name))
}

/**
 * Drops the triggers, so that a migration can drop the columns that they refer to. `migrate` recreates them.
 */
export async function dropLedgerTriggers(db: Connection): Promise<void> {
  const { drop } = getTriggerSql(db)
  await runStatements(db, Object.keys(await readTriggers(db, PREFIX)).map(drop))
}

/**
 * Creates the triggers for the existing columns, and records the values that a migration has written into new
 * columns.
 */
export async function installLedgerTriggers(db: Connection): Promise<void> {
  const columns = await listLedgerColumns(db)
  const words = getLedgerSql(db)
  const expectedTriggers = buildLedgerTriggers(columns, words)
  const existingTriggers = await readTriggers(db, PREFIX)
  if (haveSameTexts(byName(expectedTriggers), existingTriggers)) return
  const compared = existingTriggers.ledger_cars_update
  const added = columns.filter(({ name }) => compared && !compared.includes(`new.${quoted(name)}`))
  const { create } = getTriggerSql(db)
  await dropLedgerTriggers(db)
  await runStatements(db, [
    ...added.map((column) => columnChangeSql(column, words)),
    ...expectedTriggers.flatMap(create),
  ])
}

function columnChangeSql({ name, byDefault }: Column, { stored, now }: LedgerSql): string {
  return `insert into car_changes (car, version, at, field, after)
    select id, version, ${now}, '${toFieldName(name)}', ${stored(quoted(name))}
    from cars where ${quoted(name)} is distinct from ${byDefault ?? 'null'}`
}

function haveSameTexts(first: Record<string, string>, second: Record<string, string>): boolean {
  const names = new Set([...Object.keys(first), ...Object.keys(second)])
  return [...names].every((name) => first[name] === second[name])
}

function buildLedgerTriggers(columns: readonly Column[], words: LedgerSql): Trigger[] {
  const { stored, storedJson, among, now, reject } = words
  const pairs = columns.map(({ name }) => [`old.${quoted(name)}`, `new.${quoted(name)}`] as const)
  const differing = pairs.map(([before, after]) => `${before} is distinct from ${after}`)
  const fields = columns.map(
    ({ name }, index) =>
      `select '${toFieldName(name)}' as field, ${pairs[index]!.map(stored).join(' as before, ')} as after where ${differing[index]!}`,
  )
  const picture = (row: string) => `'${PHOTO_PREFIX}' || ${row}.position`
  const added = storedJson(listRowMembers('new', columns))
  const removed = storedJson(listRowMembers('old', columns))
  const note = (row: 'new' | 'old', change: string, at = now, more = '') =>
    `${into} select ${row}.id, ${row}.version, ${by(at)}, ${change} from current_change${more}`
  const recordPhoto = (row: 'new' | 'old', change: string) =>
    `${into} select cars.id, cars.version, ${by(now)}, ${change}
    from current_change, cars where cars.id = ${row}.car_id`
  return [
    {
      name: 'ledger_cars_insert',
      time: 'after',
      event: 'insert',
      table: 'cars',
      statement: note('new', `'${ADDED}', null, ${added}`, 'new.posted_at'),
    },
    {
      name: 'ledger_cars_update',
      time: 'after',
      event: 'update',
      table: 'cars',
      condition: differing.join(' or '),
      statement: note('new', 'field, before, after', now, `, ${among(fields.join(' union all '))}`),
    },
    {
      name: 'ledger_cars_delete',
      time: 'after',
      event: 'delete',
      table: 'cars',
      statement: note('old', `'removed', ${removed}, null`),
    },
    {
      name: 'ledger_pictures_insert',
      time: 'after',
      event: 'insert',
      table: 'car_pictures',
      statement: recordPhoto('new', `${picture('new')}, null, ${stored('new.url')}`),
    },
    {
      name: 'ledger_pictures_update',
      time: 'after',
      event: 'update',
      table: 'car_pictures',
      condition: 'old.url is distinct from new.url',
      statement: recordPhoto('new', `${picture('new')}, ${stored('old.url')}, ${stored('new.url')}`),
    },
    {
      name: 'ledger_pictures_delete',
      time: 'after',
      event: 'delete',
      table: 'car_pictures',
      statement: recordPhoto('old', `${picture('old')}, ${stored('old.url')}, null`),
    },
    {
      name: 'ledger_refuses_update',
      time: 'before',
      event: 'update',
      table: 'car_changes',
      condition: `not (${erasureCondition(words)})`,
      readsTables: true,
      statement: reject('car_changes is append-only: recorded changes can’t be edited'),
    },
    {
      name: 'ledger_refuses_delete',
      time: 'before',
      event: 'delete',
      table: 'car_changes',
      statement: reject('car_changes is append-only: recorded changes can’t be deleted'),
    },
    // SQLite fires no trigger for the deletion of a row that an insert replaces.
    {
      name: 'ledger_refuses_replacement',
      time: 'before',
      event: 'insert',
      table: 'car_changes',
      condition: 'exists (select 1 from car_changes where id = new.id)',
      readsTables: true,
      statement: reject('car_changes is append-only: recorded changes can’t be edited'),
    },
  ]
}

const PREFIX = 'ledger_'
const into = 'insert into car_changes (car, version, "set", actor, at, field, before, after)'
/**
 * Returns SQL for the change set, author, and time of a write. A write without an author has its own time.
 */
const by = (at: string) => `current_change."set", current_change.actor, coalesce(current_change.at, ${at})`

/**
 * Returns the condition for an erasure: the personal data of a deleted account's cars may be emptied, and
 * nothing else may change.
 */
const erasureCondition = ({ nothing, emptied }: LedgerSql) => `
  exists (select 1 from cars join users on users.id = cars.seller_id
    where cars.id = old.car and users.deleted_at is not null)
  and (new.id, new.car, new.version, new."set", new.actor, new.at, new.field)
    is not distinct from (old.id, old.car, old.version, old."set", old.actor, old.at, old.field)
  and case
    when old.field in (${personal.map(asText).join(', ')}) then new.before = ${nothing} and new.after = ${nothing}
    else old.field = '${ADDED}' and new.before is not distinct from old.before and new.after = ${emptied('old.after', personal)}
  end`

/**
 * Erases the personal data of a deleted account's cars from the ledger. The account must be deleted first.
 */
export async function eraseFromLedger(db: Connection, carIds: readonly string[]): Promise<void> {
  const { nothing, emptied } = getLedgerSql(db)
  const empty = sql.raw(nothing)
  const carCondition = sql`car in (${sql.join(carIds)})`
  const texts = sql.raw(personal.map(asText).join(', '))
  await sql`update car_changes set before = ${empty}, after = ${empty}
    where ${carCondition} and field in (${texts})`.execute(db)
  await sql`update car_changes set after = ${sql.raw(emptied('after', personal))}
    where ${carCondition} and field = ${ADDED}`.execute(db)
}

function listRowMembers(row: string, columns: readonly Column[]): (readonly [name: string, value: string])[] {
  return columns.map(({ name }) => [toFieldName(name), `${row}.${quoted(name)}`] as const)
}

function byName(triggers: readonly Trigger[]): Record<string, string> {
  return Object.fromEntries(triggers.map((trigger) => [trigger.name, formatTrigger(trigger)]))
}

function quoted(name: string): string {
  return `"${name}"`
}

function asText(value: string): string {
  return `'${value}'`
}
