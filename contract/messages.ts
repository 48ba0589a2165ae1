import * as z from 'zod'
import { id, isoTime, exportedQuery, idParams, modified } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const messageKinds = [
  'receipt',
  'sold',
  'refunded',
  'disputed',
  'deal',
  'payout',
  'hold-lost',
  'price-changed',
  'verified',
  'taken-down',
  'put-back',
  'in-review',
  'to-review',
  'same-photo',
  'approved',
  'report-decided',
  'feed',
  'search',
  'shortlist',
  'account',
] as const

/** A notification in the in-app list. The same text is also sent by email. */
const message = z.object({
  _id: z.string(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  body: z.string(),
  /** The page that the message is about. */
  link: z.string(),
  createdAt: isoTime,
  read: z.boolean(),
})

const unreadMessages = z.object({ count: z.number().int() })

/** The newest message that the user has seen. Newer messages stay unread. */
const readMessagesInput = z.object({ newest: id })

export type Message = z.infer<typeof message>
export type MessageKind = (typeof messageKinds)[number]

export const messageEndpoints = {
  listMessages: {
    summary: 'List your notifications, newest first',
    who: 'user',
    query: exportedQuery,
    output: z.array(message),
    limit: 'R1',
  },
  countUnreadMessages: {
    summary: 'Count your unread notifications',
    who: 'user',
    output: unreadMessages,
    limit: 'R1',
  },
  readMessage: {
    summary: 'Mark a notification as read',
    who: 'user',
    row: 'owner',
    params: idParams,
    output: modified,
    problems: ['not-found'],
    limit: 'R1',
  },
  readMessages: {
    summary: 'Mark a notification and all older ones as read',
    who: 'user',
    row: 'owner',
    body: readMessagesInput,
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
