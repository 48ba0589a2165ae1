import { alertFrequencies } from './search-limits.ts'

/** Number of cars that a shortlist can have. */
export const MAX_SHORTLIST_CARS = 200
/** Number of cars that one request can read by ID. */
export const MAX_CARS_BY_ID = 50
/** Number of cars that one comparison can have. */
export const MAX_COMPARED_CARS = 4
/** The possible frequencies of the emails about a user's shortlist. */
export const shortlistFrequencies = [...alertFrequencies, 'never'] as const
export type ShortlistFrequency = (typeof shortlistFrequencies)[number]
export const DEFAULT_SHORTLIST_FREQUENCY: ShortlistFrequency = 'daily'
