import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { addReport, decideReport, deleteReport, listReportsBy, listReportsFor } from './report.service.ts'

export const reportRoutes: Handlers<
  'addReport' | 'listReports' | 'listMyReports' | 'decideReport' | 'deleteReport'
> = {
  addReport: ({ ctx, actor, body }) => addReport(ctx, actor, body),
  listReports: async ({ ctx, actor, query, req }) => pageAnswer(await listReportsFor(ctx, actor, query), req),
  listMyReports: async ({ ctx, actor, params, query, req }) =>
    pageAnswer(await listReportsBy(ctx, actor, params.email, query), req),
  decideReport: ({ ctx, actor, params, body }) => decideReport(ctx, actor, params.id, body),
  deleteReport: ({ ctx, actor, params }) => deleteReport(ctx, actor, params.id),
}
