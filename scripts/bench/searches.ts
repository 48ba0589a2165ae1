import { generateInteger, pick } from '../load/random.ts'

/** Uncached searches with typical combinations of filters and sort orders. Both servers support them. */
export const searches: Record<string, () => string> = {
  'one make above a price, cheapest': () => `category_name=${pickMake()}&priceMin=${dollars()}&sort=price`,
  'one make, newest years': () => `category_name=${pickMake()}&sort=-year&yearMin=${year()}`,
  'fuel below a price, dearest': () => `fuel=Electric&priceMax=${dollars() + 40_000}&sort=-price`,
  'color and fuel, newest': () => `color=${color()}&fuel=Petrol&yearMin=${year()}`,
  'price span, least driven': () => `priceMin=${dollars()}&priceMax=${dollars() + 20_000}&sort=mileage`,
  'year and color, cheapest': () => `yearMin=${year()}&color=${color()}&sort=price`,
}

/** The slowest searches: their terms occur in many cars, and no cache covers them. */
export const worstSearches: Record<string, () => string> = {
  'facets for a common word': () => `/api/cars/facets?q=${word()}&priceMin=${dollars()}`,
  'a common word, best match': () => `/api/cars?q=${word()}&priceMin=${dollars()}&sort=relevance`,
  'facets for a price filter': () => `/api/cars/facets?priceMin=${dollars()}`,
}

const word = () => pick(['owner', 'service', 'every', 'with', 'in', 'and', 'new', 'the'])
const pickMake = () => pick(['Tesla', 'Audi', 'BMW'])
const color = () => pick(['Black', 'White', 'Gray', 'Blue', 'Red'])
const dollars = () => 10_000 + generateInteger(20_000)
const year = () => 2014 + generateInteger(10)
