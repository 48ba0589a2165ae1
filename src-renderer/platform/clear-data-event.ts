/** The browser forgets whoever used the product here: what a page itself holds of them, to be kept, goes as well. */
export const CLEAR_DATA = 'kerblight:clear-data'
