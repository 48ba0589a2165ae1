import type { Availability } from '../../../contract/cars.ts'
import { CURRENCY } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { choiceFacts, choiceNames, type ChoiceName } from '../../../contract/car-choices.ts'
import { numberFacts, numberNames, type NumberName } from '../../../contract/car-numbers.ts'
import { nameOf, type Car } from '../cars/car.ts'
import { searchPath } from './search-path.ts'
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
export function carGraph(car: Car, publicUrl: string): object[] {
  const url = publicUrl + pagePath('car', { id: car.id })
  return [
    {
      '@type': 'Car',
      '@id': `${url}#car`,
      url,
      name: nameOf(car),
      description: car.description || undefined,
      image: car.images.flatMap((image) => pictureUrl(image, publicUrl) ?? []),
      brand: { '@type': 'Brand', name: car.make },
      model: car.modelName,
      ...Object.assign({}, ...numberNames.map((name) => numberProperty(name, car))),
      ...Object.assign({}, ...choiceNames.map((name) => choiceProperty(name, car[name]))),
      itemCondition: 'https://schema.org/UsedCondition',
      offers: offerOf(car, url),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home', item: `${publicUrl}/` },
        { name: car.make, item: publicUrl + searchPath(car.make) },
        { name: nameOf(car), item: url },
      ].map((crumb, at) => ({ '@type': 'ListItem', position: at + 1, ...crumb })),
    },
  ]
}

/** Types of the parts of a car that properties belong to. */
const partTypes: Partial<Record<string, string>> = { vehicleEngine: 'EngineSpecification' }

function numberProperty(name: NumberName, car: Car): object {
  const value = car[name]
  if (value === null) return {}
  const unitCode = name === 'mileage' ? unitCodes[car.mileageUnit ?? 'mi'] : undefined
  const said = unitCode ? { '@type': 'QuantitativeValue', value, unitCode } : String(value)
  return { [numberFacts[name].property]: said }
}

function choiceProperty(name: ChoiceName, value: string | null): object {
  const fact = choiceFacts[name]
  if (!value || !('property' in fact)) return {}
  const [property, ofPart] = fact.property.split('.') as [string, string?]
  const said = name === 'drive' ? `https://schema.org/${titled(value)}WheelDriveConfiguration` : value
  return { [property]: ofPart ? { '@type': partTypes[property], [ofPart]: said } : said }
}

function titled(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function offerOf({ state, priceMinor }: Car, url: string): object {
  return {
    '@type': 'Offer',
    url,
    availability: state === 'withdrawn' ? undefined : availabilities[state],
    itemCondition: 'https://schema.org/UsedCondition',
    ...(priceMinor !== null && {
      price: (priceMinor / 100).toFixed(2),
      priceCurrency: CURRENCY.toUpperCase(),
    }),
  }
}
