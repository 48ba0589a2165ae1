/**
 * The event when the browser deletes the user's data. A page must also drop the data of the user that it
 * holds in order to store it.
 */
export const CLEAR_DATA = 'kerblight:clear-data'
