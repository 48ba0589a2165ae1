/** Of the console's own pages, which `app-scheme.ts` serves. */
export const APP_ORIGIN = 'app://kerblight'
