/** So long what was changed together can be reverted. */
export const REVERT_DAYS = 30
