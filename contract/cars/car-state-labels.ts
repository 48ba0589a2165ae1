import type { Availability } from './cars.ts'

/** State names for sellers and admins. Buyers see `Removed` for cars off the market. */
export const carStateLabels: Record<Availability, string> = {
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
