import type { holdEndpoints } from '../../../contract/holds.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { countHolds, listHolds } from './hold.repository.ts'
import { endHold } from './hold.service.ts'
import { toWireHold } from './hold.wire.ts'

export const holdRoutes: Handlers<keyof typeof holdEndpoints> = {
  listHolds: async ({ ctx, query, req }) =>
    pageAnswer(await listHolds(ctx, query, ctx.now()), req, toWireHold),
  countHolds: ({ ctx, query }) => countHolds(ctx, query, ctx.now()),
  endHold,
}
