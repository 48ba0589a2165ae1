import { sql, type QueryExecutorProvider as Connection } from 'kysely'
import { jsonOf } from './engines/json.ts'
import { ledgerWordsOf, type LedgerWords } from './engines/ledger-words.ts'
import { runStatements } from './engines/statements.ts'
import { hasTable, readColumns, readTriggers, type Column } from './engines/tables.ts'

/**
 * The ledger of cars: triggers compare each row of `cars` and `car_pictures` with what it was, column by column, and
 * write down what differs, in the transaction of the change. So no code that writes a car can forget it, and a column
 * that a migration adds is in it without being named here. All of its SQL stands in this file.
 */

/** What is kept about a car's row, and is not of the car. */
const bookkeeping = ['id', 'version', 'idempotency_key', 'idempotency_digest']

/** What is forgotten with a deleted account: the only things that the ledger lets go. */
const personal = ['contact', 'registration', 'elsewhereNote']

/** Stands for the row that was there when the car was added: all of its fields, as JSON. */
export const ADDED = 'added'
/** A picture's field is this and its place, from 0. */
export const PICTURE = 'images/'

/** A column's field is its name in camel case. */
export function fieldOfColumn(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The columns of `cars` that the ledger keeps, as the schema is now. */
export async function ledgerColumns(db: Connection): Promise<Column[]> {
  const columns = await readColumns(db, 'cars')
  return columns.filter(({ name }) => !bookkeeping.includes(name))
}

/** Every car as its first row: what is known of those from before there was a ledger. */
export async function fillLedger(db: Connection): Promise<void> {
  const { json, keptJson } = ledgerWordsOf(db)
  const urls = jsonOf(db).list('url', 'position')
  const pictures = json(`(select ${urls} from car_pictures where car_id = cars.id)`)
  const members = membersOf('cars', await ledgerColumns(db))
  const added = keptJson([...members, ['images', pictures]])
  await runStatements(db, [
    `insert into car_changes (car, version, actor, at, field, after)
      select id, version, seller_id, posted_at, '${ADDED}', ${added}
      from cars order by posted_at, id`,
  ])
}

/** Before a column may go, what names it has to. */
export async function dropLedgerTriggers(db: Connection): Promise<void> {
  const names = Object.keys(await readTriggers(db, PREFIX))
  await runStatements(
    db,
    names.map((name) => `drop trigger ${name}`),
  )
}

/**
 * Brings the triggers in line with the columns that there are, where there is a ledger. What a migration has written
 * into a new column is written down.
 */
export async function keepLedger(db: Connection): Promise<void> {
  if (!(await hasTable(db, 'current_change'))) return
  const columns = await ledgerColumns(db)
  const words = ledgerWordsOf(db)
  const wanted = triggersOf(columns, words)
  const present = await readTriggers(db, PREFIX)
  if (sameTexts(wanted, present)) return
  const compared = present.ledger_cars_update
  const added = columns.filter(({ name }) => compared && !compared.includes(`new.${quoted(name)}`))
  await dropLedgerTriggers(db)
  await runStatements(db, [...added.map((column) => noteColumn(column, words)), ...Object.values(wanted)])
}

function noteColumn({ name, byDefault }: Column, { kept, now }: LedgerWords): string {
  return `insert into car_changes (car, version, at, field, after)
    select id, version, ${now}, '${fieldOfColumn(name)}', ${kept(quoted(name))}
    from cars where ${quoted(name)} is distinct from ${byDefault ?? 'null'}`
}

function sameTexts(some: Record<string, string>, others: Record<string, string>): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)])
  return [...names].every((name) => some[name] === others[name])
}

function triggersOf(columns: readonly Column[], words: LedgerWords): Record<string, string> {
  const { kept, keptJson, among, now } = words
  const pairs = columns.map(({ name }) => [`old.${quoted(name)}`, `new.${quoted(name)}`] as const)
  const differing = pairs.map(([before, after]) => `${before} is not ${after}`)
  const fields = columns.map(
    ({ name }, at) =>
      `select '${fieldOfColumn(name)}' as field, ${pairs[at]!.map(kept).join(' as before, ')} as after where ${differing[at]!}`,
  )
  const picture = (row: string) => `'${PICTURE}' || ${row}.position`
  const added = keptJson(membersOf('new', columns))
  const removed = keptJson(membersOf('old', columns))
  const note = (row: 'new' | 'old', change: string, at = now, more = '') =>
    `${into} select ${row}.id, ${row}.version, ${by(at)}, ${change} from current_change${more};`
  const notePicture = (row: 'new' | 'old', change: string) =>
    `${into} select cars.id, cars.version, ${by(now)}, ${change}
    from current_change, cars where cars.id = ${row}.car_id;`
  return byName([
    `ledger_cars_insert after insert on cars
      begin ${note('new', `'${ADDED}', null, ${added}`, 'new.posted_at')} end`,
    `ledger_cars_update after update on cars when ${differing.join(' or ')}
      begin ${note('new', 'field, before, after', now, `, ${among(fields.join(' union all '))}`)} end`,
    `ledger_cars_delete after delete on cars
      begin ${note('old', `'removed', ${removed}, null`)} end`,
    `ledger_pictures_insert after insert on car_pictures
      begin ${notePicture('new', `${picture('new')}, null, ${kept('new.url')}`)} end`,
    `ledger_pictures_update after update on car_pictures when old.url is not new.url
      begin ${notePicture('new', `${picture('new')}, ${kept('old.url')}, ${kept('new.url')}`)} end`,
    `ledger_pictures_delete after delete on car_pictures
      begin ${notePicture('old', `${picture('old')}, ${kept('old.url')}, null`)} end`,
    `ledger_refuses_update before update on car_changes when not (${isForgetting(words)})
      begin select raise(abort, 'car_changes is append-only: what was written down of a car stays as it is'); end`,
    `ledger_refuses_delete before delete on car_changes
      begin select raise(abort, 'car_changes is append-only: what was written down of a car stays'); end`,
    // What an insert replaces goes without a deletion's triggers.
    `ledger_refuses_replacement before insert on car_changes
      when exists (select 1 from car_changes where id = new.id)
      begin select raise(abort, 'car_changes is append-only: what was written down of a car stays as it is'); end`,
  ])
}

const PREFIX = 'ledger_'
const into = 'insert into car_changes (car, version, "set", actor, at, field, before, after)'
/** A write that nobody stands behind has its own moment. */
const by = (at: string) => `current_change."set", current_change.actor, coalesce(current_change.at, ${at})`

/** Of a deleted account's cars, what is personal may become empty, and nothing else. */
const isForgetting = ({ nothing, emptied }: LedgerWords) => `
  exists (select 1 from cars join users on users.id = cars.seller_id
    where cars.id = old.car and users.deleted_at is not null)
  and (new.id, new.car, new.version, new."set", new.actor, new.at, new.field)
    is (old.id, old.car, old.version, old."set", old.actor, old.at, old.field)
  and case
    when old.field in (${personal.map(asText).join(', ')}) then new.before = ${nothing} and new.after = ${nothing}
    else old.field = '${ADDED}' and new.before is old.before and new.after = ${emptied('old.after', personal)}
  end`

/** Forgets what is personal in the ledger of these cars of a deleted account, once it is deleted. */
export async function forgetInLedger(db: Connection, carIds: readonly string[]): Promise<void> {
  const { nothing, emptied } = ledgerWordsOf(db)
  const empty = sql.raw(nothing)
  const own = sql`car in (${sql.join(carIds)})`
  const texts = sql.raw(personal.map(asText).join(', '))
  await sql`update car_changes set before = ${empty}, after = ${empty}
    where ${own} and field in (${texts})`.execute(db)
  await sql`update car_changes set after = ${sql.raw(emptied('after', personal))}
    where ${own} and field = ${ADDED}`.execute(db)
}

function membersOf(row: string, columns: readonly Column[]): (readonly [name: string, value: string])[] {
  return columns.map(({ name }) => [fieldOfColumn(name), `${row}.${quoted(name)}`] as const)
}

function byName(triggers: readonly string[]): Record<string, string> {
  return Object.fromEntries(triggers.map((text) => [text.split(' ')[0]!, `CREATE TRIGGER ${text}`]))
}

function quoted(name: string): string {
  return `"${name}"`
}

function asText(value: string): string {
  return `'${value}'`
}
