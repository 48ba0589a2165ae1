import type { messageEndpoints } from '../../../contract/messages.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countUnread, listMessages, markAllAsRead, markAsRead } from './message.repository.ts'
import { toWireMessage } from './message.wire.ts'

export const messageRoutes: Handlers<keyof typeof messageEndpoints> = {
  listMessages: async ({ ctx, actor, query, req }) =>
    pageResponse(await listMessages(ctx.db, actor.id, query), req, toWireMessage),
  countUnreadMessages: async ({ ctx, actor }) => ({ count: await countUnread(ctx.db, actor.id) }),
  readMessage: async ({ ctx, actor, params }) => {
    const wasNew = await markAsRead(ctx.db, actor.id, params.id, ctx.now())
    if (wasNew === null) throw new ProblemError('not-found')
    return { acknowledged: true, modifiedCount: wasNew ? 1 : 0 }
  },
  readMessages: async ({ ctx, actor, body }) => {
    const modifiedCount = await markAllAsRead(ctx.db, actor.id, body.newest, ctx.now())
    if (modifiedCount === null) throw new ProblemError('not-found')
    return { acknowledged: true, modifiedCount }
  },
}
