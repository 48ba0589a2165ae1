import type { holdEndpoints } from '../../../contract/holds.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countHolds, listHolds } from './hold.repository.ts'
import { endHold } from './hold.service.ts'
import { toWireHold } from './hold.wire.ts'

export const holdRoutes: Handlers<keyof typeof holdEndpoints> = {
  listHolds: async ({ ctx, query, req }) =>
    pageResponse(await listHolds(ctx, query, ctx.now()), req, toWireHold),
  countHolds: ({ ctx, query }) => countHolds(ctx, query, ctx.now()),
  endHold,
}
