import type { Category as WireCategory } from '../../../contract/cars.ts'
import type { Category } from './category.repository.ts'

export function toWireCategory(category: Category): WireCategory {
  return {
    category_name: category.name,
    brandImage: category.imageUrl,
    count: category.listedCount,
  }
}

/** For admins. @param used how many cars have it, in whichever state */
export function toWireManagedCategory(category: Category, used: number): WireCategory {
  return { ...toWireCategory(category), shown: category.shown, used }
}
