import type { Availability } from './cars.ts'

/** What a seller and admins call the states of a car. Buyers read `Removed` of what is off the market. */
export const stateWords: Record<Availability, string> = {
  draft: 'Draft',
  'due-in': 'Due in',
  preparing: 'Preparing',
  'in-review': 'In review',
  instock: 'In stock',
  reserved: 'Reserved',
  sold: 'Sold',
  'sold-elsewhere': 'Sold elsewhere',
  withdrawn: 'Unlisted',
  archived: 'Archived',
}
