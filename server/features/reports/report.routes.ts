import type { reportEndpoints } from '../../../contract/reports.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import {
  addReport,
  countReportsFor,
  decideReport,
  deleteReport,
  listReportsBy,
  listReportsFor,
} from './report.service.ts'
import { fromWireReport, toWireReport } from './report.wire.ts'

export const reportRoutes: Handlers<keyof typeof reportEndpoints> = {
  addReport: ({ ctx, actor, body }) => addReport(ctx, actor, fromWireReport(body)),
  listReports: async ({ ctx, actor, query, req }) =>
    pageResponse(await listReportsFor(ctx, actor, query), req, (report) => toWireReport(report, ctx.config)),
  countReports: ({ ctx, actor, query }) => countReportsFor(ctx, actor, query),
  listMyReports: async ({ ctx, actor, params, query, req }) =>
    pageResponse(await listReportsBy(ctx, actor, params.email, query), req, (report) =>
      toWireReport(report, ctx.config),
    ),
  decideReport: ({ ctx, actor, params, body }) => decideReport(ctx, actor, params.id, body),
  deleteReport: ({ ctx, actor, params }) => deleteReport(ctx, actor, params.id),
}
