/**
 * The event fired when the browser's user data is deleted. Pages must then also discard user data
 * in memory, or they would store it again.
 */
export const CLEAR_DATA = 'kerblight:clear-data'
