import { sql } from 'kysely'
import { auditActions, type AuditAction, type AuditSort } from '../../../contract/audit.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  hasWords,
  buildLabelRank,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AuditEntry } from './audit.repository.ts'

interface AuditFilters {
  q?: string | undefined
  action?: AuditAction | undefined
}

export function listAuditEntries(
  { db, search }: ListSources,
  query: AuditFilters & ListPosition<AuditSort>,
): Promise<Page<AuditEntry>> {
  const matchingRows = selectMatching(db, query)
  return readPage(
    search,
    { rows: db.selectFrom('audit'), matchingRows, withDetails: (rows) => rows.selectAll(), toItem: toEntry },
    orders,
    query,
  )
}

/** The displayed target. Older entries have only its ID. */
const target = sql`case when audit.subject <> '' then audit.subject else audit.target end`

const orders: ListOrders<AuditSort> = {
  keys: {
    action: buildLabelRank(sql`audit.action`, auditActions),
    actor: sql`audit.actor_email`,
    target: foldCase(target),
    detail: foldCase(sql`audit.detail`),
  },
  moment: 'audit.at',
  id: 'audit.id',
}

function selectMatching(db: Db, { q, action }: AuditFilters) {
  return db
    .selectFrom('audit')
    .$if(action !== undefined, (entries) => entries.where('audit.action', '=', action!))
    .where(hasWords(q, isOfEntry))
}

function isOfEntry(word: SearchTerm) {
  const searchedColumns = [sql`audit.actor_email`, sql`audit.subject`, sql`audit.target`, sql`audit.detail`]
  return sql<boolean>`(${word.isIn(...searchedColumns)} or ${word.isShownFor(sql`audit.action`, auditActions)}
    or ${word.beginsMoment(sql`audit.at`)})`
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
