import * as z from 'zod'
import { listQuery, listSorts } from './api/list-query.ts'
import {
  email,
  id,
  isoTime,
  oneOf,
  text,
  createFieldCondition,
  deleted,
  emailParams,
  idParams,
  inserted,
  modified,
  undoId,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const reportReasons = ['wrong price', 'already sold', 'not as described', 'scam', 'other'] as const
export const reportStates = ['open', 'upheld', 'dismissed'] as const

/** Only the ID of the reported item is read: the ID of a car, or of one of the caller's own purchases. */
const reportInput = z.object({
  reportedItemInfo: z.object({ _id: id }),
  reason: oneOf(reportReasons).default('other'),
  note: text(500).default(''),
})

/** The reason has no default, so that users choose one deliberately. */
export const reportForm = reportInput
  .pick({ note: true })
  .extend({ reason: z.enum(reportReasons, 'Choose a reason.') })

const report = z.object({
  _id: z.string(),
  reportedItemInfo: z.object({
    _id: z.string(),
    modelName: z.string(),
    /** The year, make, and model at the time of the report. */
    carName: z.string(),
    resellPrice: z.string(),
    sellerEmail: z.string(),
    paid: z.boolean(),
    carID: z.string(),
    image_url: z.string(),
  }),
  /** Empty for the reported car's seller, who must not learn the reporter's identity. */
  reportedUserEmail: z.string(),
  reportedUserName: z.string(),
  reason: z.enum(reportReasons),
  note: z.string(),
  state: z.enum(reportStates),
  outcome: z.string(),
  createdAt: isoTime,
  /**
   * The reporter's own unpaid purchase of the car, for the 'Pay now' button, or null if it can't be paid now.
   */
  purchaseID: z.string().nullable(),
})

export const decisionInput = z
  .object({
    state: oneOf(reportStates),
    note: text(500).default(''),
    /** True if the car is also taken off the market. It is allowed only if the report is upheld. */
    takeDown: z.boolean('Send true or false.').default(false),
  })
  .refine(({ state, takeDown }) => !takeDown || state === 'upheld', {
    path: ['takeDown'],
    when: createFieldCondition('state', 'takeDown'),
    error: 'Uphold the report to take the listing down.',
  })

export const reportSorts = listSorts('car', 'price', 'seller', 'paid', 'reason', 'state')

const reportFilters = {
  /**
   * Search terms. Each must match the car’s name, the seller’s email address, the reason, the note, or the
   * decision, or be the start of the price or timestamp. For admins, the reporter’s name and email address
   * are searched, too.
   */
  q: text(200).optional(),
  /** Restricts the list to reports on the cars of the seller with this email address. */
  seller: email.optional(),
}

const reportsQuery = listQuery({
  sort: oneOf(reportSorts).default('newest'),
  ...reportFilters,
  state: oneOf(reportStates).optional(),
})

/** One sort order for each column that a reporter sees. */
export const myReportSorts = listSorts('car', 'paid', 'reason', 'state')

const myReportsQuery = listQuery({
  sort: oneOf(myReportSorts).default('newest'),
  /**
   * Search terms. Each must match the car’s name, the reason, the note, or the decision, or be the start of
   * the timestamp.
   */
  q: text(200).optional(),
})

const reportsCountQuery = z.object(reportFilters)

const reportsCount = z.record(z.enum(reportStates), z.number().int())

export type ReportSort = (typeof reportSorts)[number]
export type Report = z.infer<typeof report>

/** Returns a reason's display name, such as 'Wrong price'. */
export function getReasonLabel(reason: Report['reason']): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`
}

/** Returns a report's display name, such as 'Wrong-price report', or 'Report' if the reason is 'other'. */
export function getReportTitle(reason: Report['reason']): string {
  return reason === 'other' ? 'Report' : `${getReasonLabel(reason).replaceAll(' ', '-')} report`
}

export const reportEndpoints = {
  addReport: {
    summary: 'Report a car or one of your purchases; a repeated request returns the same ID',
    who: 'user',
    body: reportInput,
    output: inserted,
    problems: ['not-found'],
    limit: 'W2',
  },
  listReports: {
    summary: 'List all reports (admins) or reports on your cars, without the reporters’ names (sellers)',
    who: 'seller-or-admin',
    query: reportsQuery,
    output: z.array(report),
    limit: 'R1',
  },
  countReports: {
    summary: 'Count all reports (admins) or those on your cars (sellers) by state',
    who: 'seller-or-admin',
    query: reportsCountQuery,
    output: reportsCount,
    limit: 'R1',
  },
  listMyReports: {
    summary: 'List your own reports',
    who: 'user',
    self: 'params',
    params: emailParams,
    query: myReportsQuery,
    output: z.array(report),
    limit: 'R1',
  },
  decideReport: {
    summary: 'Uphold, dismiss, or reopen a report; upholding it can take the car down',
    who: 'admin',
    params: idParams,
    body: decisionInput,
    output: modified.extend({ undoId }),
    problems: ['not-found', 'payment-in-progress', 'stripe-refused', 'service-unavailable'],
    limit: 'W1',
  },
  deleteReport: {
    summary: 'Delete a report; the specification uses this path for reports, and it never deletes a purchase',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: deleted,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
