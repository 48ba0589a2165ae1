import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { ExportFormat } from './list-export.ts'
import type { EndpointName } from './paths.ts'
import { categoryEndpoints } from '../categories.ts'
import { carEndpoints } from '../cars/car-endpoints.ts'
import { changeEndpoints } from '../cars/car-changes.ts'
import { sessionEndpoints } from '../sessions.ts'
import { userEndpoints } from '../users.ts'
import { accountEndpoints } from '../account.ts'
import { purchaseEndpoints } from '../purchases.ts'
import { shortlistEndpoints } from '../shortlist.ts'
import { searchEndpoints } from '../searches.ts'
import { paymentEndpoints } from '../payments.ts'
import { holdEndpoints } from '../holds.ts'
import { documentEndpoints } from '../deal-documents.ts'
import { dealEndpoints } from '../deals.ts'
import { depositEndpoints } from '../deposits.ts'
import { payoutEndpoints } from '../payouts.ts'
import { statementEndpoints } from '../statements.ts'
import { feeEndpoints } from '../fees.ts'
import { sellerFeeEndpoints } from '../seller-fees.ts'
import { disputeEndpoints } from '../disputes.ts'
import { recallEndpoints } from '../recalls.ts'
import { reportEndpoints } from '../reports.ts'
import { reviewEndpoints } from '../reviews.ts'
import { eventEndpoints } from '../events.ts'
import { undoEndpoints } from '../undo.ts'
import { messageEndpoints } from '../messages.ts'
import { auditEndpoints } from '../audit.ts'
import { newsletterEndpoints } from '../newsletter.ts'
import { imageEndpoints } from '../images.ts'
import { feedEndpoints } from '../feeds.ts'
import { importEndpoints } from '../imports.ts'
import { photoEndpoints } from '../photos.ts'
import { configEndpoints } from '../config.ts'
import { systemEndpoints } from '../system.ts'
import { vinEndpoints } from '../cars/decoded-vin.ts'

/** The input and output schemas of every endpoint. Methods and paths are in `paths.ts`. */
export const endpoints = {
  ...categoryEndpoints,
  ...carEndpoints,
  ...changeEndpoints,
  ...recallEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...accountEndpoints,
  ...purchaseEndpoints,
  ...shortlistEndpoints,
  ...searchEndpoints,
  ...paymentEndpoints,
  ...holdEndpoints,
  ...dealEndpoints,
  ...documentEndpoints,
  ...depositEndpoints,
  ...payoutEndpoints,
  ...statementEndpoints,
  ...feeEndpoints,
  ...sellerFeeEndpoints,
  ...disputeEndpoints,
  ...reportEndpoints,
  ...reviewEndpoints,
  ...eventEndpoints,
  ...undoEndpoints,
  ...messageEndpoints,
  ...auditEndpoints,
  ...newsletterEndpoints,
  ...imageEndpoints,
  ...feedEndpoints,
  ...importEndpoints,
  ...photoEndpoints,
  ...configEndpoints,
  ...systemEndpoints,
  ...vinEndpoints,
} as const satisfies Record<EndpointName, Endpoint>

type Row<K extends EndpointName> = (typeof endpoints)[K]
type Parsed<R, Part extends string> = R extends { [P in Part]: infer S }
  ? S extends z.ZodType
    ? z.output<S>
    : never
  : undefined
type Sent<R, Part extends string> = R extends { [P in Part]: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : undefined

export interface HandlerInput<K extends EndpointName> {
  params: Parsed<Row<K>, 'params'>
  query: Parsed<Row<K>, 'query'>
  body: Parsed<Row<K>, 'body'>
}

/** The parts of a request that a client sends, without those that the endpoint doesn't read. */
export type EndpointInput<K extends EndpointName> = OmitUndefined<{
  params: Sent<Row<K>, 'params'>
  query: Sent<Row<K>, 'query'>
  body: Sent<Row<K>, 'body'>
}>

export type EndpointOutput<K extends EndpointName> = z.output<Row<K>['output']>

type OmitUndefined<T> = { [P in keyof T as T[P] extends undefined ? never : P]: T[P] }

/** The list endpoints that can export their results as a file. Their query has a `format`. */
export type ExportedList = {
  [K in EndpointName]: HandlerInput<K>['query'] extends { format?: ExportFormat | undefined }
    ? 'format' extends keyof HandlerInput<K>['query']
      ? K
      : never
    : never
}[EndpointName]
