import type { Category as WireCategory } from '../../../contract/cars.ts'
import type { Category } from './category.repository.ts'

export function toWireCategory(category: Category): WireCategory {
  return {
    category_name: category.name,
    brandImage: category.imageUrl,
    count: category.listedCount,
  }
}
