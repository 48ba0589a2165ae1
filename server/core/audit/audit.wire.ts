import type { AuditEntry as WireAuditEntry } from '../../../contract/audit.ts'
import type { AuditEntry } from './audit.repository.ts'

export function toWireAuditEntry(entry: AuditEntry): WireAuditEntry {
  return {
    _id: entry.id,
    at: entry.at,
    actorEmail: entry.actorEmail,
    action: entry.action,
    target: entry.target,
    subject: entry.subject,
    detail: entry.detail,
  }
}
