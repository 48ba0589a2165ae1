import type { changeEndpoints } from '../../../contract/cars/car-changes.ts'
import type { Actor } from '../../actor.ts'
import { ApiResponse, type Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { findLastRevert } from './long-revert.repository.ts'
import { isOffered } from '../undo/undo.repository.ts'
import { getSet } from './own-sets.ts'
import { countSets, listSets } from './change-set-lists.repository.ts'
import { listChangedCars } from './changed-cars.service.ts'
import {
  toWireCarChange,
  toWireChangedCar,
  toWireChangeSet,
  toWirePublicChange,
  toWireRevert,
} from './changes.wire.ts'
import { listCarChanges } from './history.service.ts'
import { revertChangeSet } from './revert.service.ts'

export const changeRoutes: Handlers<keyof typeof changeEndpoints> = {
  async listCarChanges(call) {
    const page = await listCarChanges(call)
    const { output, headers } = pageResponse(page, call.req, (entry) =>
      'reader' in entry
        ? toWireCarChange(entry.change, entry.reader, call.ctx.config)
        : toWirePublicChange(entry),
    )
    // All members would share one cached response, but sellers and admins receive more. Only anonymous
    // visitors' responses are therefore shared.
    return new ApiResponse(output, { headers, isShared: call.actor === null })
  },
  listChangeSets: async ({ ctx, actor, query, req }) =>
    pageResponse(await listSets(ctx, { ...query, ...readableBy(actor), now: ctx.now() }), req, (set) =>
      toWireChangeSet(set, actor, ctx.now()),
    ),
  countChangeSets: ({ ctx, actor, query }) =>
    countSets(ctx, { ...query, ...readableBy(actor), now: ctx.now() }),
  getChangeSet: async ({ ctx, actor, params }) => {
    const set = await getSet(ctx.db, 'getChangeSet', actor, params.id)
    const revert = await findLastRevert(ctx.db, set.id)
    const isUndoable = revert !== null && (await isOffered(ctx.db, revert.id, actor.id, ctx.now()))
    return {
      ...toWireChangeSet(set, actor, ctx.now()),
      ...(revert && { revert: toWireRevert(revert, isUndoable) }),
    }
  },
  listChangedCars: async (call) =>
    pageResponse(await listChangedCars(call), call.req, (changedCar) =>
      toWireChangedCar(changedCar, call.ctx.config),
    ),
  revertChangeSet,
}

function readableBy({ id, isAdmin }: Actor) {
  return { actorId: isAdmin ? undefined : id }
}
