import type { PageName } from './pages.ts'

/**
 * Reads a public endpoint as a stranger would.
 * @param address a path below the site with its query, such as `/api/cars?limit=24`
 */
export type PublicRead = (address: string) => Promise<Response>

/** What a page shows a stranger before its code runs. */
export interface Prerendered {
  /** The markup, without a script and without a style of its own. */
  markup: string
  /** What it was made from, for the renderer to start with: settings and answers; JSON. */
  answers: object
}

/** What the build gives the server: a page's prerender, or null where it has none. */
export type Prerender = (page: PageName, address: string) => Promise<Prerendered | null>

/** The one export of `out/prerender/render.cjs`. */
export interface PrerenderModule {
  createPrerender(read: PublicRead): Prerender
}

/** The element in which the renderer finds the answers. */
export const ANSWERS_ELEMENT = 'answers'
