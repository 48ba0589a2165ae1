import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { ExportFormat } from './list-export.ts'
import type { EndpointName } from './paths.ts'
import { categoryEndpoints } from './endpoints/categories.ts'
import { carEndpoints } from './endpoints/cars.ts'
import { changeEndpoints } from './endpoints/changes.ts'
import { sessionEndpoints } from './endpoints/sessions.ts'
import { userEndpoints } from './endpoints/users.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { purchaseEndpoints } from './endpoints/purchases.ts'
import { paymentEndpoints } from './endpoints/payments.ts'
import { holdEndpoints } from './endpoints/holds.ts'
import { reportEndpoints } from './endpoints/reports.ts'
import { reviewEndpoints } from './endpoints/reviews.ts'
import { eventEndpoints } from './endpoints/events.ts'
import { undoEndpoints } from './endpoints/undo.ts'
import { messageEndpoints } from './endpoints/messages.ts'
import { auditEndpoints } from './endpoints/audit.ts'
import { newsletterEndpoints } from './endpoints/newsletter.ts'
import { imageEndpoints } from './endpoints/images.ts'
import { feedEndpoints } from './endpoints/feeds.ts'
import { importEndpoints } from './endpoints/imports.ts'
import { photoEndpoints } from './endpoints/photos.ts'
import { configEndpoints } from './endpoints/config.ts'
import { systemEndpoints } from './endpoints/system.ts'
import { vinEndpoints } from './endpoints/vins.ts'

/** What every call checks and answers, by feature; `paths.ts` says where it stands. */
export const endpoints = {
  ...categoryEndpoints,
  ...carEndpoints,
  ...changeEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...accountEndpoints,
  ...purchaseEndpoints,
  ...paymentEndpoints,
  ...holdEndpoints,
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

/** The parsed parts of a request that a handler gets. */
export interface HandlerInput<K extends EndpointName> {
  params: Parsed<Row<K>, 'params'>
  query: Parsed<Row<K>, 'query'>
  body: Parsed<Row<K>, 'body'>
}

/** The parts of a request that a client sends: only those that the endpoint reads. */
export type EndpointInput<K extends EndpointName> = OmitUndefined<{
  params: Sent<Row<K>, 'params'>
  query: Sent<Row<K>, 'query'>
  body: Sent<Row<K>, 'body'>
}>

export type EndpointOutput<K extends EndpointName> = z.output<Row<K>['output']>

type OmitUndefined<T> = { [P in keyof T as T[P] extends undefined ? never : P]: T[P] }

/** The lists that can be had as a file: those whose query reads a format. */
export type ExportedList = {
  [K in EndpointName]: HandlerInput<K>['query'] extends { format?: ExportFormat | undefined }
    ? 'format' extends keyof HandlerInput<K>['query']
      ? K
      : never
    : never
}[EndpointName]
