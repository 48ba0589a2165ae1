/** How many cars one change takes at most. */
export const MAX_AT_ONCE = 1000

/** How many rows are selected at most where each is a call of its own. */
export const MAX_ONE_BY_ONE = 200

/** A set of more cars than this is reverted after the answer, in batches. */
export const REVERTED_AT_ONCE = 1000

/** A set of changes can be reverted for this number of days. */
export const REVERT_DAYS = 30
