/** A set of more cars than this is reverted after the answer, in batches. */
export const REVERTED_AT_ONCE = 1000
