import type { IndexablePageName } from './pages.ts'

/**
 * What a search result says of a page: one or two sentences, at most 160 characters. Apart from the pages, since
 * browsers need none of it.
 */
export const pageDescriptions: Record<IndexablePageName, string> = {
  home: 'Used cars, as they are: see the car, know the price, pay by card. Teslas, Audis and BMWs from private sellers and dealers.',
  login: 'Sign in to Kerblight to buy and sell used cars, pay by card and write reviews.',
  blogs:
    'Four questions we are asked about how the web is built, answered: React state, prototypes, unit tests and frameworks.',
  reviews: 'What buyers and sellers say of Kerblight, from half a star to five.',
  search:
    'Every used car on Kerblight, with its price, mileage, year and place. Narrow the list until it is yours.',
  car: 'A used car on Kerblight, as it is: pictures, price, mileage and who sells it.',
  privacy: 'What Kerblight keeps about you, why, who sees it, and how you get it back or gone.',
  terms: 'The rules for buying and selling a car on Kerblight, in plain words.',
}
