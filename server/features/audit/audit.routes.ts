import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listAuditEntries } from './audit.repository.ts'

export const auditRoutes: Handlers<'listAudit'> = {
  listAudit: async ({ ctx, query, req }) => pageAnswer(await listAuditEntries(ctx.db, query), req),
}
