import type { categoryEndpoints } from '../../../contract/categories.ts'
import type { Handlers } from '../../http/handler.ts'
import { listMakes, listModels } from './category-lists.service.ts'
import { addCategory, deleteCategory, updateCategory } from './category.service.ts'

export const categoryRoutes: Handlers<keyof typeof categoryEndpoints> = {
  listCategories: listMakes,
  listModels,
  addCategory,
  updateCategory,
  deleteCategory,
}
