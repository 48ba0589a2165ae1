import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listHolds } from './hold.repository.ts'
import { endHold } from './hold.service.ts'

export const holdRoutes: Handlers<'listHolds' | 'endHold'> = {
  listHolds: async ({ ctx, query, req }) => pageAnswer(await listHolds(ctx.db, query, ctx.now()), req),
  endHold,
}
