import type { PageName } from './pages.ts'

/**
 * Reads a public endpoint as a stranger would.
 * @param address a path below the site with its query, such as `/api/cars?limit=24`
 */
export type PublicRead = (address: string) => Promise<Response>

/** What a page shows a stranger before its code runs. */
export interface FirstLook {
  /** The markup, without a script and without a style of its own. */
  markup: string
  /** What it was made from, for the renderer to start with: settings and answers; JSON. */
  answers: object
}

/** What the build gives the server: a page's first look, or null where it has none. */
export type FirstLookRenderer = (page: PageName, address: string) => Promise<FirstLook | null>

/** The one export of `out/first-look/render.cjs`. */
export interface FirstLookModule {
  createFirstLookRenderer(read: PublicRead): FirstLookRenderer
}

/** The element in which the renderer finds the answers. */
export const ANSWERS_ELEMENT = 'first-answers'
