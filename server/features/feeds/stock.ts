import { setImmediate as others } from 'node:timers/promises'
import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Car } from '../cars/car.ts'
import { isPhotograph, jpegUrl, getPublicPhotoUrl } from '../../gateways/images/photo-addresses.ts'
import { readCarsOnMarket, readPhotoSizes } from './stock.repository.ts'

/** Maximum number of cars in memory at a time. */
const BATCH_SIZE = 100

interface Photo {
  url: string
  /** The URL of the photo as a JPEG if it is stored here. Otherwise, its own URL. */
  jpeg: string
  /** In pixels. Null if the photo is not stored here, and for all but the car's first photo. */
  size: { width: number; height: number } | null
}

export interface StockCar {
  car: Car
  page: string
  /** The car's photographs, without the drawings of demo cars. */
  photos: Photo[]
}

type Sources = Pick<Context, 'db' | 'config'>

/**
 * Reads all of a seller's cars on the market, newest first, in batches. Other requests are served between
 * batches.
 */
export async function* readStock(ctx: Sources, sellerId: string): AsyncGenerator<StockCar[]> {
  for await (const cars of readCarsOnMarket(ctx.db, sellerId, BATCH_SIZE)) {
    yield addUrls(ctx, cars)
    await others()
  }
}

export async function addUrls({ db, config }: Sources, cars: readonly Car[]): Promise<StockCar[]> {
  const covers = cars.flatMap(({ images }) => images.slice(0, 1))
  const sizes = await readPhotoSizes(db, covers)
  return cars.map((car) => ({
    car,
    page: config.publicUrl + pagePath('car', { id: car.id }),
    photos: car.images.filter(isPhotograph).flatMap((image) => {
      const url = getPublicPhotoUrl(image, config.publicUrl)
      return url === null
        ? []
        : [{ url, jpeg: jpegUrl(url, config.publicUrl), size: sizes.get(image) ?? null }]
    }),
  }))
}
