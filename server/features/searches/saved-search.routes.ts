import type { searchEndpoints } from '../../../contract/searches.ts'
import type { Handlers } from '../../http/handler.ts'
import { listSearches } from './saved-search.repository.ts'
import { addSearch, changeFrequency, deleteSearch, stopAlerts } from './saved-search.service.ts'
import { toWireSearch } from './saved-search.wire.ts'

export const savedSearchRoutes: Handlers<keyof typeof searchEndpoints> = {
  listSearches: async ({ ctx, actor }) => (await listSearches(ctx.db, actor.id)).map(toWireSearch),
  addSearch,
  updateSearch: changeFrequency,
  deleteSearch,
  stopAlerts: ({ ctx, params }) => stopAlerts(ctx, params.token),
  stopAlertsInOneClick: ({ ctx, params }) => stopAlerts(ctx, params.token),
}
