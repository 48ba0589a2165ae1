import type { IndexablePageName } from './pages.ts'

/**
 * Page descriptions for search results: one or two sentences, at most 160 characters. They are separate from
 * `pages.ts` because browsers don't need them.
 */
export const pageDescriptions: Record<IndexablePageName, string> = {
  home: 'Used cars, as they are: see the car, know the price, pay by card. Teslas, Audis, and BMWs from private sellers and dealers.',
  login: 'Sign in to Kerblight to buy and sell used cars, pay by card, and write reviews.',
  blogs:
    'Four questions about building for the web, answered: React state, prototypes, unit tests, and frameworks.',
  reviews: 'What buyers and sellers say about Kerblight, from half a star to five.',
  search:
    'Every used car on Kerblight, with its price, mileage, year, and location. Narrow the list to the ones worth seeing.',
  makes: 'Every make of car on Kerblight, from A to Z, with how many used cars of it are for sale now.',
  car: 'A used car on Kerblight, as it is: photos, price, mileage, and who’s selling it.',
  privacy: 'What we collect, why, who can see it, and how to download or delete it.',
  terms: 'The rules for buying and selling a car on Kerblight, in plain English.',
}
