import type { auditEndpoints } from '../../../contract/audit.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { listAuditEntries } from './audit-list.repository.ts'
import { toWireAuditEntry } from './audit.wire.ts'

export const auditRoutes: Handlers<keyof typeof auditEndpoints> = {
  listAudit: async ({ ctx, query, req }) =>
    pageResponse(await listAuditEntries(ctx, query), req, toWireAuditEntry),
}
