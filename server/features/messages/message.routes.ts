import { ProblemError } from '../../../contract/problems.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listMessages, markAsRead } from './message.repository.ts'

export const messageRoutes: Handlers<'listMessages' | 'readMessage'> = {
  listMessages: async ({ ctx, actor, query, req }) =>
    pageAnswer(await listMessages(ctx.db, actor.id, query), req),
  readMessage: async ({ ctx, actor, params }) => {
    const wasNew = await markAsRead(ctx.db, actor.id, params.id, ctx.now())
    if (wasNew === null) throw new ProblemError('not-found')
    return { acknowledged: true, modifiedCount: wasNew ? 1 : 0 }
  },
}
