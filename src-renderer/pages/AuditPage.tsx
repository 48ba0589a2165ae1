import { AuditLog } from '../features/audit/AuditLog.tsx'

export function AuditPage() {
  return <AuditLog />
}
