import type { Handlers } from '../../http/handler.ts'
import { listCategories } from './category.repository.ts'

export const categoryRoutes: Handlers<'listCategories'> = {
  listCategories: ({ ctx }) => listCategories(ctx.db),
}
