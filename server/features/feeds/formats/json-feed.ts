import { toPublicState } from '../../../../contract/cars/car-life.ts'
import { formatSellingPrice } from '../../../../contract/all-in-price.ts'
import { pickFacts } from '../../../../contract/cars/entered-facts.ts'
import { CURRENCY, getPublicPrice } from '../../../../contract/money.ts'
import { removePrivateTexts } from '../../../../contract/cars/car-texts.ts'
import { siteName } from '../../../../contract/pages.ts'
import { getShownVin } from '../../cars/car.wire.ts'
import { formatCarName } from '../../cars/car.ts'
import type { StockCar } from '../stock.ts'
import type { FeedHead, Format } from './format.ts'

/**
 * JSON Feed 1.1 (jsonfeed.org/version/1.1) with one item per car. Data that the format does not define is in
 * `_kerblight`.
 */
export const jsonFeed: Format = { contentType: 'application/feed+json', extension: 'json', write }

async function* write(
  { sellerName, publicUrl, url }: FeedHead,
  pages: AsyncIterable<readonly StockCar[]>,
): AsyncGenerator<string> {
  const head = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${sellerName} on ${siteName}`,
    home_page_url: `${publicUrl}/`,
    feed_url: url,
    language: 'en-US',
    authors: [{ name: sellerName }],
  }
  yield `${JSON.stringify(head).slice(0, -1)},"items":[\n`
  let separator = ''
  for await (const cars of pages) {
    yield cars
      .map((car) => JSON.stringify(toFeedItem(car)))
      .join(',\n')
      .replace(/^(?=.)/s, separator)
    separator = ',\n'
  }
  yield '\n]}\n'
}

function toFeedItem({ car, page, photos }: StockCar): object {
  return {
    id: page,
    url: page,
    title: formatCarName(car),
    content_text: car.description || formatCarName(car),
    image: photos[0]?.url,
    date_published: car.postedAt,
    tags: [car.make],
    _kerblight: {
      price: getPublicPrice(formatSellingPrice(car.priceText, car.allInMinor, car.fees), car.allInMinor),
      price_minor: car.allInMinor,
      currency: CURRENCY.toUpperCase(),
      availability: toPublicState(car.state),
      make: car.make,
      model: car.modelName,
      ...pickFacts({ ...car, ...removePrivateTexts(car) }),
      mileageUnit: car.mileageUnit,
      vin: getShownVin(car),
      stockNo: car.isSellerVerified ? car.stockNo : null,
      location: car.location,
      zip: car.zip,
      photos: photos.map(({ url }) => url),
    },
  }
}
