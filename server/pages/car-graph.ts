import { toPublicState } from '../../contract/cars/car-life.ts'
import type { Availability } from '../../contract/cars/cars.ts'
import { CURRENCY } from '../../contract/money.ts'
import { pagePath } from '../../contract/pages.ts'
import type { ChoiceFact } from '../../contract/cars/body-and-fuel.ts'
import { choiceFacts, choiceNames, getOptionLabel, type ChoiceName } from '../../contract/cars/car-choices.ts'
import { getNumberFact, numericFieldNames, type NumberName } from '../../contract/cars/car-numbers.ts'
import { removePrivateTexts, getTextFact, textNames, type TextName } from '../../contract/cars/car-texts.ts'
import { formatCarName, type Car } from '../features/cars/car.ts'
import { searchPath } from './search-path.ts'
import { getPublicPhotoUrl } from '../gateways/images/photo-addresses.ts'

const availabilities: Partial<Record<Availability, string>> = {
  instock: 'https://schema.org/InStock',
  reserved: 'https://schema.org/LimitedAvailability',
  sold: 'https://schema.org/SoldOut',
}

/** The UN/CEFACT unit codes, which schema.org requires. */
const unitCodes = { mi: 'SMI', km: 'KMT' }

/**
 * Builds a car's structured data, with its offer and its position in the site hierarchy (schema.org/Car,
 * schema.org/BreadcrumbList). Empty fields are omitted.
 */
export function carGraph(car: Car, publicUrl: string): object[] {
  const url = publicUrl + pagePath('car', { id: car.id })
  return [
    {
      '@type': 'Car',
      '@id': `${url}#car`,
      url,
      name: formatCarName(car),
      description: car.description || undefined,
      image: car.images.flatMap((image) => getPublicPhotoUrl(image, publicUrl) ?? []),
      brand: { '@type': 'Brand', name: car.make },
      model: car.modelName,
      // Private sellers' cars don't show a complete VIN.
      vehicleIdentificationNumber: (car.isSellerVerified && car.vin) || undefined,
      ...mergeProperties([
        ...numericFieldNames.map((name) => numberProperty(name, car)),
        ...choiceNames.map((name) => choiceProperty(name, car[name])),
        ...textNames.map((name) => textProperty(name, car)),
      ]),
      additionalProperty: listOtherProperties(car),
      itemCondition: 'https://schema.org/UsedCondition',
      offers: buildOffer(car, url),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: 'Home', item: `${publicUrl}/` },
        { name: car.make, item: publicUrl + searchPath(car.make) },
        { name: formatCarName(car), item: url },
      ].map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
    },
  ]
}

/** The schema.org types of car parts that have their own properties. */
const partTypes: Partial<Record<string, string>> = { vehicleEngine: 'EngineSpecification' }

type Properties = Record<string, unknown>

/**
 * Merges properties. If several concern the same part, such as the engine, they are combined into one object.
 */
function mergeProperties(properties: readonly Properties[]): Properties {
  const merged: Properties = {}
  for (const [property, value] of properties.flatMap(Object.entries))
    merged[property] = property in partTypes ? { ...(merged[property] as object), ...value } : value
  return merged
}

function numberProperty(name: NumberName, car: Car): Properties {
  const value = car[name]
  const {
    property,
    unitCode = name === 'mileage' && car.mileageUnit ? unitCodes[car.mileageUnit] : undefined,
  } = getNumberFact(name)
  if (value === null || property === undefined) return {}
  if (name === 'mileage' && car.mileageUnit === null) return {}
  if (unitCode) return asProperty(property, { '@type': 'QuantitativeValue', value, unitCode })
  // Schema.org requires the year to be a date, and therefore a string.
  return asProperty(property, name === 'year' ? String(value) : value)
}

function choiceProperty(name: ChoiceName, value: string | null): Properties {
  const fact = choiceFacts[name]
  if (!value || !('property' in fact)) return {}
  const propertyValue =
    name === 'drive' ? `https://schema.org/${capitalize(value)}WheelDriveConfiguration` : value
  return asProperty(fact.property, propertyValue)
}

function textProperty(name: TextName, car: Car): Properties {
  const { property } = getTextFact(name)
  const propertyValue = removePrivateTexts(car)[name]
  return property && propertyValue ? asProperty(property, propertyValue) : {}
}

/** Lists the stated facts without a specific property in schema.org. The offers of the seller are not facts. */
function listOtherProperties(car: Car): object[] | undefined {
  const texts = removePrivateTexts(car)
  const properties = [
    ...choiceNames.map((name) => {
      const { label, property, isOffer }: ChoiceFact = choiceFacts[name]
      const value = car[name]
      return { name: label, value: !property && !isOffer && value ? getOptionLabel(name, value) : null }
    }),
    ...numericFieldNames.map((name) => {
      const { label, property, isOffer, text = String } = getNumberFact(name)
      const value = car[name]
      return { name: label, value: !property && !isOffer && value !== null ? text(value) : null }
    }),
    ...textNames.map((name) => {
      const { label, property } = getTextFact(name)
      return { name: label, value: property ? null : texts[name] }
    }),
  ].filter(({ value }) => value)
  if (properties.length === 0) return undefined
  return properties.map((property) => ({ '@type': 'PropertyValue', ...property }))
}

function asProperty(path: string, propertyValue: unknown): Properties {
  const [property, partProperty] = path.split('.') as [string, string?]
  return {
    [property]: partProperty
      ? { '@type': partTypes[property], [partProperty]: propertyValue }
      : propertyValue,
  }
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function buildOffer({ state, allInMinor }: Car, url: string): object {
  return {
    '@type': 'Offer',
    url,
    availability: availabilities[toPublicState(state)],
    itemCondition: 'https://schema.org/UsedCondition',
    ...(allInMinor !== null && {
      price: (allInMinor / 100).toFixed(2),
      priceCurrency: CURRENCY.toUpperCase(),
    }),
  }
}
