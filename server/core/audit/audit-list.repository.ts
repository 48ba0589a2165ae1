import { sql } from 'kysely'
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
import type { Db, Row } from '../../db/tables.ts'
import type { AuditEntry } from './audit.repository.ts'

interface AuditFilters {
  q?: string | undefined
  action?: AuditAction | undefined
}

/** The log. */
export function listAuditEntries(
  { db, search }: ListSources,
  query: AuditFilters & Place<AuditSort>,
): Promise<Page<AuditEntry>> {
  const found = selectFound(db, query)
  return readPage(
    search,
    { rows: db.selectFrom('audit'), found, withDetails: (rows) => rows.selectAll(), toItem: toEntry },
    orders,
    query,
  )
}

/** As it is shown: older lines know the id alone. */
const target = sql`case when audit.subject <> '' then audit.subject else audit.target end`

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
  return sql<boolean>`(${word.isIn(...shown)} or ${isAmong(sql`audit.action`, actionsWith(word))}
    or ${word.beginsMoment(sql`audit.at`)})`
}

function actionsWith({ text }: Word): string[] {
  const named = Object.entries(auditActions).filter(([, words]) => words.toLowerCase().includes(text))
  return ['', ...named.map(([action]) => action)]
}

function toEntry(row: Row<'audit'>): AuditEntry {
  return {
    id: row.id,
    at: row.at,
    actorEmail: row.actor_email,
    action: row.action,
    target: row.target,
    subject: row.subject,
    detail: row.detail,
  }
}
