import type { Category as WireCategory } from '../../../contract/cars/cars.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import type { Category } from './category.repository.ts'

export function toWireCategory(category: Category, config: Config): WireCategory {
  return {
    category_name: category.name,
    brandImage: toShownPhoto(category.imageUrl, config),
    count: category.listedCount,
  }
}

/**
 * Converts a category to the API form for admins.
 * @param used the number of cars with this make, in any state
 */
export function toWireManagedCategory(category: Category, used: number, config: Config): WireCategory {
  return { ...toWireCategory(category, config), shown: category.shown, used }
}
