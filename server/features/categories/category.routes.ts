import type { categoryEndpoints } from '../../../contract/endpoints/categories.ts'
import type { Handlers } from '../../http/handler.ts'
import { listCategories } from './category.repository.ts'
import { toWireCategory } from './category.wire.ts'

export const categoryRoutes: Handlers<keyof typeof categoryEndpoints> = {
  listCategories: async ({ ctx }) => (await listCategories(ctx.db)).map(toWireCategory),
}
