import type { PageName } from './pages.ts'

/**
 * Reads a public endpoint as an anonymous visitor.
 * @param address a path of the site with its query, such as `/api/cars?limit=24`
 */
export type PublicRead = (address: string) => Promise<Response>

/** A page as anonymous visitors see it before its scripts run. */
export interface Prerendered {
  /** The markup, without scripts or styles. */
  markup: string
  /**
   * The settings and responses that the HTML was rendered from. The renderer uses them as its initial state.
   */
  responses: object
}

/**
 * The prerender function that the build provides to the server. It returns null for pages that are not
 * prerendered.
 */
export type Prerender = (page: PageName, address: string) => Promise<Prerendered | null>

/** The only export of `out/prerender/render.cjs`. */
export interface PrerenderModule {
  createPrerender(read: PublicRead): Prerender
}

/** The ID of the element with the responses for the renderer. */
export const PRERENDERED_RESPONSES_ID = 'responses'
