import type { systemEndpoints } from '../../../contract/system.ts'
import { sql } from 'kysely'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Handlers } from '../../http/handler.ts'
import { renderDocs } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

export const systemRoutes: Handlers<keyof typeof systemEndpoints> = {
  getOpenApi: ({ ctx }) => openApiDocument(ctx.config.publicUrl),
  getDocs: () => renderDocs(),
  getHealth: () => ({ status: 'ok' }),
  getReadiness: async ({ ctx }) => {
    try {
      await sql`select 1`.execute(ctx.db)
    } catch (error) {
      throw new ProblemError('service-unavailable', {
        detail: 'The database isn’t responding.',
        cause: error,
      })
    }
    return { status: 'ready', writes: await ctx.writes.check() }
  },
  listSetupProblems: ({ ctx }) => [...ctx.setupProblems],
  listJobs: ({ ctx }) => ctx.metrics.listJobs(),
  getMetrics: ({ ctx }) => ctx.metrics.render(),
}
