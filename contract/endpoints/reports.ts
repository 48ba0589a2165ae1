import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { deleted, emailParams, idParams, inserted, modified, undoId } from '../fields.ts'
import type { EndpointName } from '../paths.ts'
import * as reports from '../reports.ts'

export const reportEndpoints = {
  addReport: {
    summary: 'Report a car, or the car of one of your purchases; repeating it returns the same ID',
    who: 'user',
    body: reports.reportInput,
    output: inserted,
    problems: ['not-found'],
    limit: 'W2',
  },
  listReports: {
    summary: 'List all reports (admins), or those on your cars without their reporters (sellers)',
    who: 'seller-or-admin',
    query: reports.reportsQuery,
    output: z.array(reports.report),
    limit: 'R1',
  },
  countReports: {
    summary: 'Count all reports (admins), or those on your cars (sellers), by their state',
    who: 'seller-or-admin',
    query: reports.reportsCountQuery,
    output: reports.reportsCount,
    limit: 'R1',
  },
  listMyReports: {
    summary: 'List your own reports',
    who: 'user',
    self: 'params',
    params: emailParams,
    query: reports.myReportsQuery,
    output: z.array(reports.report),
    limit: 'R1',
  },
  decideReport: {
    summary: 'Uphold a report, with or without taking its car down, dismiss it, or reopen it',
    who: 'admin',
    params: idParams,
    body: reports.decisionInput,
    output: modified.extend({ undoId }),
    problems: ['not-found', 'payment-in-progress', 'service-unavailable'],
    limit: 'W1',
  },
  deleteReport: {
    summary: 'Delete a report (never a purchase)',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
