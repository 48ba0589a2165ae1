import type { PageName } from './pages.ts'

/**
 * Reads a public endpoint as an anonymous visitor.
 * @param address a path of the site with its query, such as `/api/cars?limit=24`
 */
export type PublicRead = (address: string) => Promise<Response>

/** A page as shown to anonymous visitors before its code runs. */
export interface Prerendered {
  /** The markup, without scripts or styles of its own. */
  markup: string
  /**
   * The data that the markup was rendered from, which the renderer starts with: settings and responses, as
   * JSON.
   */
  answers: object
}

/** The prerenderer that the build provides to the server. It returns null for pages without a prerender. */
export type Prerender = (page: PageName, address: string) => Promise<Prerendered | null>

/** The only export of `out/prerender/render.cjs`. */
export interface PrerenderModule {
  createPrerender(read: PublicRead): Prerender
}

/** The ID of the element in which the renderer finds the responses. */
export const ANSWERS_ELEMENT = 'answers'
