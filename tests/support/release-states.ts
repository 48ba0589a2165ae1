import { sql } from 'kysely'
import { auditActions, type AuditAction } from '../../contract/audit.ts'
import { revertStates, type ChangeKind } from '../../contract/cars/car-changes.ts'
import type { DealActor } from '../../contract/deal-life.ts'
import { feedKinds, feedStatuses } from '../../contract/feed-names.ts'
import { encodings, soldChoices } from '../../contract/import-questions.ts'
import { importStates, missingChoices, rowActions } from '../../contract/imports.ts'
import { messageKinds } from '../../contract/messages.ts'
import { reportReasons, reportStates } from '../../contract/reports.ts'
import type { Db, Row } from '../../server/db/tables.ts'

/** The allowed values of columns, by `table.column`. */
export type States = Readonly<Record<string, readonly (string | number)[]>>

/** Lists the members of a union. A missing one is a type error. */
function membersOf<Member extends string>(members: Readonly<Record<Member, true>>): Member[] {
  return Object.keys(members) as Member[]
}

const flag = [0, 1]

export const changeKinds = membersOf<ChangeKind>({
  add: true,
  edit: true,
  'bulk-edit': true,
  state: true,
  delete: true,
  feature: true,
  unfeature: true,
  relist: true,
  import: true,
  'delete-account': true,
  undo: true,
  revert: true,
})
export const erasureSteps = membersOf<Row<'job_erasures'>['step']>({
  cars: true,
  uploads: true,
  purchases: true,
  messages: true,
  mails: true,
  undos: true,
  audit: true,
  others: true,
})
export const undoKinds = membersOf<Row<'undos'>['kind']>({
  cars: true,
  purchase: true,
  report: true,
  review: true,
  newsletter: true,
  make: true,
  search: true,
})
export const cancelReasons = membersOf<NonNullable<Row<'attempts'>['cancel_reason']>>({
  expired: true,
  released: true,
  'car-removed': true,
  'ended-by-admin': true,
})
export const confirmers = membersOf<NonNullable<Row<'deals'>['confirmed_by']>>({
  code: true,
  buyer: true,
  timer: true,
  admin: true,
})
export const dealActors = membersOf<DealActor>({ buyer: true, seller: true, admin: true, system: true })
export const ledgerAccounts = membersOf<Row<'ledger_entries'>['account']>({
  buyer: true,
  platform: true,
  seller: true,
  fee: true,
  'stripe-fee': true,
  debt: true,
})
export const postingKinds = membersOf<Row<'ledger_entries'>['kind']>({
  charge: true,
  'stripe-fee': true,
  refund: true,
  'refund-returned': true,
  payout: true,
  'debt-payment': true,
  reversal: true,
  'fee-refund': true,
  debt: true,
  dispute: true,
  'dispute-won': true,
  'dispute-fee': true,
})
export const differenceKinds = membersOf<Row<'ledger_differences'>['kind']>({
  'missing-here': true,
  'missing-at-stripe': true,
  amount: true,
})
export const allAuditActions = Object.keys(auditActions) as AuditAction[]
const clients = membersOf<Row<'sessions'>['client']>({ web: true, console: true })
const mileageUnits = membersOf<NonNullable<Row<'imports'>['mileage_unit']>>({ mi: true, km: true })

/** The columns whose values only TypeScript restricts. */
export const typedStates: States = {
  'sessions.client': clients,
  'change_sets.kind': changeKinds,
  'attempts.cancel_reason': cancelReasons,
  'reports.reason': reportReasons,
  'reports.state': reportStates,
  'messages.kind': messageKinds,
  'mails.under_way': flag,
  'mails.at_most_once': flag,
  'undos.kind': undoKinds,
  'job_reverts.state': revertStates,
  'job_erasures.step': erasureSteps,
  'audit.action': allAuditActions,
  'imports.state': importStates,
  'imports.missing': missingChoices,
  'imports.encoding': encodings,
  'imports.sold': soldChoices,
  'imports.mileage_unit': mileageUnits,
  'import_rows.action': rowActions,
  'import_rows.is_warned': flag,
  'import_rows.is_pending': flag,
  'import_rows.awaits_pictures': flag,
  'import_rows.is_sold': flag,
  'feeds.kind': feedKinds,
  'feed_cars.status': feedStatuses,
  'feed_cars.is_news': flag,
}

const constraint = /\b(\w+)"? (?:text|integer)[^,]*?check \("?\1"? in \(([^)]+)\)/gs

/** Reads the values that a SQLite database's check constraints allow. */
export async function readCheckedStates(db: Db): Promise<States> {
  const { rows } = await sql<{ name: string; text: string }>`
    select name, sql as text from sqlite_schema where type = 'table' and sql is not null`.execute(db)
  return Object.fromEntries(
    rows.flatMap(({ name, text }) =>
      [...text.matchAll(constraint)].map(([, column, values]) => [
        `${name}.${column}`,
        values!.split(',').map((value) => readLiteral(value.trim())),
      ]),
    ),
  )
}

function readLiteral(value: string): string | number {
  return value.startsWith("'") ? value.slice(1, -1) : Number(value)
}

/** Returns the values that no row has, as `table.column = value`. */
export async function findMissingStates(db: Db, states: States): Promise<string[]> {
  const missing: string[] = []
  for (const [tableColumn, values] of Object.entries(states)) {
    const [table, column] = tableColumn.split('.') as [string, string]
    const { rows } = await sql<{ value: string | number | null }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db)
    const usedValues = new Set(rows.map(({ value }) => value))
    for (const value of values) if (!usedValues.has(value)) missing.push(`${tableColumn} = ${value}`)
  }
  return missing
}
