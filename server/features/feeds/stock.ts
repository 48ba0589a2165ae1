import { setImmediate as others } from 'node:timers/promises'
import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Car } from '../cars/car.ts'
import { isPhotograph, jpegUrl, pictureUrl } from '../../gateways/images/picture-addresses.ts'
import { readCarsOnMarket, readPhotoSizes } from './stock.repository.ts'

/** So many cars are in memory at a time. */
const PAGE = 100

interface Photo {
  url: string
  /** The same as JPEG where it is kept here; elsewhere as it is. */
  jpeg: string
  /** In pixels; null where the picture is not kept here. */
  size: { width: number; height: number } | null
}

/** A car on the market, with the addresses that its public page has. */
export interface StockCar {
  car: Car
  page: string
  /** Photographs alone: the drawings of demo cars are none. */
  photos: Photo[]
}

type Sources = Pick<Context, 'db' | 'config'>

/** All cars of a seller on the market, the newest first, some at a time; others are answered in between. */
export async function* readStock(ctx: Sources, sellerId: string): AsyncGenerator<StockCar[]> {
  for await (const cars of readCarsOnMarket(ctx.db, sellerId, PAGE)) {
    yield withAddresses(ctx, cars)
    await others()
  }
}

export async function withAddresses({ db, config }: Sources, cars: readonly Car[]): Promise<StockCar[]> {
  const covers = cars.flatMap(({ images }) => images.slice(0, 1))
  const sizes = await readPhotoSizes(db, covers)
  return cars.map((car) => ({
    car,
    page: config.publicUrl + pagePath('car', { id: car.id }),
    photos: car.images.filter(isPhotograph).flatMap((image) => {
      const url = pictureUrl(image, config.publicUrl)
      return url === null
        ? []
        : [{ url, jpeg: jpegUrl(url, config.publicUrl), size: sizes.get(image) ?? null }]
    }),
  }))
}
