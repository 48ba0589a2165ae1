import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { exportedQuery, idParams, modified } from '../fields.ts'
import { message, readMessagesInput, unreadMessages } from '../messages.ts'
import type { EndpointName } from '../paths.ts'

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
