import type { holdEndpoints } from '../../../contract/endpoints/holds.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listHolds } from './hold.repository.ts'
import { endHold } from './hold.service.ts'
import { toWireHold } from './hold.wire.ts'

export const holdRoutes: Handlers<keyof typeof holdEndpoints> = {
  listHolds: async ({ ctx, query, req }) => {
    const now = ctx.now()
    return pageAnswer(await listHolds(ctx.db, query), req, (hold) => toWireHold(hold, now))
  },
  endHold,
}
