/** Number of searches that an account can save. */
export const MAX_SEARCHES = 50
export const alertFrequencies = ['immediately', 'daily', 'weekly'] as const
export type AlertFrequency = (typeof alertFrequencies)[number]

/**
 * Why a car matches a saved search: it is listed or has changed (`match`), or its price fell into the range
 * (`price`).
 */
export type AlertReason = 'match' | 'price'
