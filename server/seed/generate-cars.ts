import { formatNumber } from '../../contract/number-format.ts'
import { demoCars, type DemoCar } from './catalog.ts'
import { buildPlainLook, chooseShape } from './demo-looks.ts'
import { buildPlainPhotos } from './demo-photos.ts'
import { demoPeople } from './demo-people.ts'
import { colorNameByPaint, paints } from './paints.ts'
import { createRandom } from './random.ts'

const NEWEST_YEAR = 2025

const CONDITION_NOTES: Record<DemoCar['condition'], readonly string[]> = {
  Excellent: ['No marks worth mentioning.', 'Kept in a garage.', 'Looks and drives like a younger car.'],
  Good: ['A few stone chips on the nose.', 'One curbed wheel, otherwise tidy.', 'Normal wear for its age.'],
  Stable: [
    'Used daily and it shows a little.',
    'Scuffs in the trunk, nothing mechanical.',
    'Seats have some wear.',
  ],
  Fair: ['Needs tires soon.', 'Paint has suffered in the sun.', 'Sold as is, priced for it.'],
}
const HISTORY_NOTES = [
  'Serviced every year, with receipts.',
  'Two owners from new.',
  'Inspected in spring, nothing to do.',
  'Bought from a dealer, full service records.',
  'Mostly highway miles.',
  'Both keys and all manuals are included.',
  'Battery and wipers are new.',
]
const REASONS = [
  'Selling because we need more room.',
  'A company car is coming.',
  'Moving to the city, no parking there.',
  'See it after work or on weekends.',
  'Bring a mechanic if you like.',
]

/**
 * Yields `count` plausible cars, always the same for a given seed. They vary the catalog cars in year,
 * mileage, paint, price, and text. The generator is lazy, because 100,000 cars would not fit in memory
 * together.
 */
export function* generateCars(count: number, seed = 1): Generator<DemoCar> {
  const random = createRandom(seed)
  const sellers = demoPeople.filter((person) => person.account === 'seller')
  const locations = [...new Set(demoCars.map((car) => car.location))]
  for (let i = 0; i < count; i++) yield varyDemoCar(pick(random, demoCars), random, sellers, locations)
}

function varyDemoCar(
  model: DemoCar,
  random: () => number,
  sellers: readonly { email: string; phone: string }[],
  locations: readonly string[],
): DemoCar {
  const seller = pick(random, sellers)
  const year = Math.min(NEWEST_YEAR, Math.max(2013, model.year + Math.floor(random() * 3) - 1))
  const age = NEWEST_YEAR - year + 1 + random()
  const mileage = Math.round((age * (6_500 + random() * 9_000) + 400) / 10) * 10
  const condition = chooseCondition(age, random())
  const original = generateOriginalPrice(model, year, random())
  const resale = roundPrice(original * (0.93 - Math.min(0.45, mileage / 260_000)) * (0.95 + random() * 0.1))
  const paint = pick(random, paints)
  const look = buildPlainLook(chooseShape(model), paint)
  return {
    ...model,
    year,
    mileage,
    condition,
    originalPrice: formatAsTyped(original, random()),
    resellPrice: formatAsTyped(Math.min(resale, original), random()),
    location: pick(random, locations),
    description: [
      pick(random, CONDITION_NOTES[condition]),
      pick(random, HISTORY_NOTES),
      pick(random, REASONS),
    ].join(' '),
    sellerEmail: seller.email,
    sellerContact: seller.phone,
    color: colorNameByPaint[paint],
    look,
    images: buildPlainPhotos(look).map(({ url }) => url),
    postedDaysAgo: Math.floor(random() * 120),
    featured: random() < 0.01,
  }
}

function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

function chooseCondition(age: number, luck: number): DemoCar['condition'] {
  if (age < 4) return luck < 0.75 ? 'Excellent' : 'Good'
  if (age < 8) return luck < 0.2 ? 'Excellent' : luck < 0.75 ? 'Good' : 'Stable'
  return luck < 0.3 ? 'Good' : luck < 0.75 ? 'Stable' : 'Fair'
}

/** Returns the model's original price, adjusted by 10% per year of difference, with some random variation. */
function generateOriginalPrice(model: DemoCar, year: number, luck: number): number {
  const base = Number(model.originalPrice.replace(/[$,]/g, ''))
  return roundPrice(base * 1.1 ** (year - model.year) * (0.92 + luck * 0.16))
}

function roundPrice(dollars: number): number {
  return Math.max(3_500, Math.round(dollars / 50) * 50)
}

function formatAsTyped(dollars: number, luck: number): string {
  const grouped = formatNumber(dollars)
  if (luck < 0.4) return `$${grouped}`
  if (luck < 0.7) return grouped
  return luck < 0.9 ? String(dollars) : `${grouped}.00`
}
