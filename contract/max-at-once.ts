/** How many rows one change takes at most. */
export const MAX_AT_ONCE = 200
