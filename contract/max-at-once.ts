/** How many rows one change takes at most. */
export const MAX_AT_ONCE = 200

/** How many cars at most are taken from one state of their life to another at once. */
export const MAX_MOVED_AT_ONCE = 1000
