import type { Availability } from '../../../contract/cars.ts'
import { CURRENCY } from '../../../contract/money.ts'
import { carName } from '../../../contract/car-name.ts'
import type { StoredCar } from '../cars/stored-car.ts'
import { searchPath } from './car-links.ts'
import { pictureUrl } from './picture-url.ts'

const availabilities: Record<Exclude<Availability, 'withdrawn'>, string> = {
  instock: 'https://schema.org/InStock',
  reserved: 'https://schema.org/LimitedAvailability',
  sold: 'https://schema.org/SoldOut',
}

/** UN/CEFACT's codes, which schema.org asks for. */
const unitCodes = { mi: 'SMI', km: 'KMT' }

/**
 * The car with its offer, and where it stands in the site (schema.org/Car, schema.org/BreadcrumbList). What the seller
 * did not say is left out.
 */
export function carGraph(car: StoredCar, publicUrl: string): object[] {
  const url = `${publicUrl}/car/${car._id}`
  return [
    {
      '@type': 'Car',
      '@id': `${url}#car`,
      url,
      name: carName(car),
      description: car.description || undefined,
      image: car.images.flatMap((image) => pictureUrl(image, publicUrl) ?? []),
      brand: { '@type': 'Brand', name: car.category_name },
      model: car.modelName,
      vehicleModelDate: car.year === null ? undefined : String(car.year),
      mileageFromOdometer:
        car.mileage === null
          ? undefined
          : {
              '@type': 'QuantitativeValue',
              value: car.mileage,
              unitCode: unitCodes[car.mileageUnit ?? 'mi'],
            },
      vehicleEngine: car.fuel ? { '@type': 'EngineSpecification', fuelType: car.fuel } : undefined,
      bodyType: car.body ?? undefined,
      vehicleTransmission: car.transmission ?? undefined,
      itemCondition: 'https://schema.org/UsedCondition',
      offers: offerOf(car, url),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home', item: `${publicUrl}/` },
        { name: car.category_name, item: publicUrl + searchPath(car.category_name) },
        { name: carName(car), item: url },
      ].map((crumb, at) => ({ '@type': 'ListItem', position: at + 1, ...crumb })),
    },
  ]
}

function offerOf({ available, priceMinor }: StoredCar, url: string): object {
  return {
    '@type': 'Offer',
    url,
    availability: available === 'withdrawn' ? undefined : availabilities[available],
    itemCondition: 'https://schema.org/UsedCondition',
    ...(priceMinor !== null && {
      price: (priceMinor / 100).toFixed(2),
      priceCurrency: CURRENCY.toUpperCase(),
    }),
  }
}
