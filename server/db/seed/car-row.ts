import { parsePrice } from '../../../contract/money.ts'
import type { Row } from '../tables.ts'
import { ageOn } from './age-on.ts'
import type { DemoCar } from './catalogue.ts'

/** A listed car as its row; prices are read as the add-car form reads them. */
export function toCarRow(car: DemoCar, own: { id: string; sellerId: string; postedAt: Date }): Row<'cars'> {
  const postedAt = own.postedAt.toISOString()
  return {
    id: own.id,
    seller_id: own.sellerId,
    category_name: car.category_name,
    condition: car.condition,
    model_name: car.modelName,
    description: car.description,
    location: car.location,
    contact: car.selllerContact,
    usage_time: ageOn(own.postedAt, car.year),
    original_price: car.originalPrice,
    resell_price: car.resellPrice,
    original_price_minor: parsePrice(car.originalPrice),
    price_minor: parsePrice(car.resellPrice),
    images: JSON.stringify(car.images),
    year: car.year,
    mileage: car.mileage,
    mileage_unit: car.mileageUnit,
    fuel: car.fuel,
    body: car.body,
    transmission: car.transmission,
    state: 'instock',
    featured_at: car.featured ? postedAt : null,
    posted_at: postedAt,
    version: 1,
    hidden_at: null,
    idempotency_key: null,
    idempotency_digest: null,
  }
}
