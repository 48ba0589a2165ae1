/** Maximum number of cars in one change. */
export const MAX_CHANGED_CARS = 1000

/** Maximum number of selected rows for actions that make one call per row. */
export const MAX_ROW_CALLS = 200

/**
 * Maximum number of cars that are reverted before the response is sent. Larger sets are reverted in
 * batches afterward.
 */
export const REVERT_BATCH_CARS = 1000

/** Number of days for reverting a change set. */
export const REVERT_DAYS = 30
