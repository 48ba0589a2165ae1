import { sql, type SelectQueryBuilder } from 'kysely'
import { auditActions, type AuditAction, type AuditSort } from '../../../contract/audit.ts'
import { folded, isAmong } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  hasWords,
  readPage,
  type ListOrders,
  type ListSources,
  type Place,
  type Word,
} from '../../db/placed-list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import type { AuditEntry } from './audit.repository.ts'

interface AuditFilters {
  q?: string | undefined
  action?: AuditAction | undefined
}

/** The log. A user is named as they are now, while the account lasts. */
export function listAuditEntries(
  { db, search }: ListSources,
  query: AuditFilters & Place<AuditSort>,
): Promise<Page<AuditEntry>> {
  const found = selectFound(db, query)
  return readPage(
    search,
    { rows: db.selectFrom('audit'), found, withDetails: withTargets, toItem: toEntry },
    orders,
    query,
  )
}

/** As it is shown: older lines, and those about users, know the id alone. */
const target = sql`case when audit.subject <> '' then audit.subject
  else coalesce((select trim(full_name || ', ' || email, ', ') from users where users.id = audit.target), audit.target) end`

const orders: ListOrders<AuditSort> = {
  keys: {
    action: rankOf(sql`audit.action`, Object.entries(auditActions)),
    actor: sql`audit.actor_email`,
    target: folded(target),
    detail: folded(sql`audit.detail`),
  },
  moment: 'audit.at',
  id: 'audit.id',
}

/** A value's place among all by their words. */
function rankOf(value: typeof target, words: readonly (readonly [value: string, word: string])[]) {
  const sorted = words.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name)
  const cases = sorted.map((name, rank) => sql`when ${name} then ${sql.lit(rank)}`)
  return sql`case ${value} ${sql.join(cases, sql` `)} end`
}

function selectFound(db: Db, { q, action }: AuditFilters) {
  return db
    .selectFrom('audit')
    .$if(action !== undefined, (entries) => entries.where('audit.action', '=', action!))
    .where(hasWords(q, isOfEntry))
}

function isOfEntry(word: Word) {
  const shown = [sql`audit.actor_email`, sql`audit.subject`, sql`audit.target`, sql`audit.detail`]
  const people = sql`select id from users where ${word.isIn(sql`full_name`, sql`email`)}`
  return sql<boolean>`(${word.isIn(...shown)} or ${isAmong(sql`audit.action`, actionsWith(word))}
    or ${word.beginsMoment(sql`audit.at`)} or (audit.subject = '' and audit.target in (${people})))`
}

function actionsWith({ text }: Word): string[] {
  const named = Object.entries(auditActions).filter(([, words]) => words.toLowerCase().includes(text))
  return ['', ...named.map(([action]) => action)]
}

function withTargets(entries: SelectQueryBuilder<Tables, 'audit', object>) {
  return entries
    .leftJoin('users as target_user', 'target_user.id', 'audit.target')
    .selectAll('audit')
    .select(['target_user.full_name', 'target_user.email'])
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof withTargets>['execute']>>[number]

function toEntry(row: EntryRow): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorEmail: row.actor_email,
    action: row.action,
    target: row.target,
    subject: row.subject || [row.full_name, row.email].filter(Boolean).join(', '),
    detail: row.detail,
  }
}
