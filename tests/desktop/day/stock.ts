import { join } from 'node:path'
import sharp from 'sharp'
import { formatNumber } from '../../../contract/number-format.ts'
import { root } from '../../../scripts/lib/root.ts'
import { listCar, uploadPhoto, type Listed } from '../../e2e/market.ts'

const MODELS = [
  { category_name: 'Audi', modelName: 'A4 Avant', picture: 'wagon-blue-side' },
  { category_name: 'BMW', modelName: '320d Touring', picture: 'wagon-silver-side' },
  { category_name: 'Tesla', modelName: 'Model 3', picture: 'sedan-burgundy-side' },
  { category_name: 'Audi', modelName: 'Q5', picture: 'suv-silver-side' },
  { category_name: 'BMW', modelName: '118i', picture: 'hatch-teal-side' },
] as const
const PLACES = ['Portland, OR', 'Salem, OR', 'Eugene, OR', 'Bend, OR']
const CARS_PER_BATCH = 20
const FIRST_YEAR = 2014

/** Number of cars with the same location, which one search finds. They are the newest listings. */
export const IN_BOISE = 6
/** The lowest price, and the price difference between consecutive cars, in dollars. */
const PRICES = { from: 9_400, step: 7 }

export interface StockCar extends Listed {
  /** Price in dollars when the day begins. */
  dollars: number
}

/**
 * Creates a dealer's cars. Names follow the listing order: `Q5 0003` is the third listing. The last car is
 * the newest and the most expensive.
 */
export async function fillYard(server: string, dealer: string, count: number): Promise<StockCar[]> {
  const pictures = await Promise.all(
    MODELS.map(async ({ picture }) => uploadPhoto(server, dealer, await renderDrawing(picture))),
  )
  const list = async (index: number) => {
    const images = [pictures[index % MODELS.length]!]
    const listed = await listCar(server, dealer, { ...carAt(index, count), images })
    return { ...listed, dollars: dollarsAt(index) }
  }
  const stock: StockCar[] = []
  const indexes = Array.from({ length: count - 1 }, (_, index) => index + 1)
  for (let from = 0; from < indexes.length; from += CARS_PER_BATCH)
    stock.push(...(await Promise.all(indexes.slice(from, from + CARS_PER_BATCH).map(list))))
  return [...stock, await list(count)]
}

const dollarsAt = (index: number) => PRICES.from + index * PRICES.step

function carAt(index: number, count: number) {
  const { category_name, modelName } = MODELS[index % MODELS.length]!
  const dollars = dollarsAt(index)
  return {
    category_name,
    modelName: `${modelName} ${String(index).padStart(4, '0')}`,
    year: FIRST_YEAR + (index % 11),
    mileage: 12_000 + ((index * 7_919) % 90_000),
    mileageUnit: 'mi',
    location: index > count - IN_BOISE ? 'Boise, ID' : PLACES[index % PLACES.length]!,
    originalPrice: formatNumber(dollars * 2),
    resellPrice: formatNumber(dollars),
  }
}

/** Renders one of the product's drawings as a JPEG file like those of a camera. */
export async function renderDrawing(drawing: string) {
  const file = join(root, 'out', 'renderer', 'art', 'cars', `${drawing}.svg`)
  const buffer = await sharp(file).resize(1200, 800, { fit: 'cover' }).jpeg({ quality: 80 }).toBuffer()
  return { name: `${drawing}.jpg`, mimeType: 'image/jpeg', buffer }
}
