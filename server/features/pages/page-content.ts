import { pageDescriptions } from '../../../contract/page-descriptions.ts'
import {
  notFoundTitle,
  pages,
  type IndexablePageName,
  type Page,
  type PageName,
} from '../../../contract/pages.ts'
import { html, type Html } from '../../http/html.ts'

/** What the server puts into the shell, for search engines, link previews and readers without JavaScript. */
export interface PageContent {
  status: 200 | 404
  /** Without the site's name. */
  title: string
  description: string
  /** The one address of this page below the site's, or null where search engines shall not list it. */
  canonicalPath: string | null
  /** An address of a picture, relative or whole; null takes the site's. */
  image: string | null
  /** schema.org's graph, empty where there is nothing to say. */
  graph: object[]
  /** What the page says, for a reader without JavaScript. */
  essentials: Html | null
}

/**
 * Of a page that says the same at any time.
 * @param essentials the page's own text; its title and description where it has none
 */
export function fixedContent(name: PageName, essentials: Html | null = null): PageContent {
  const page: Page = pages[name]
  return {
    status: 200,
    title: page.title,
    description: page.indexable ? pageDescriptions[name as IndexablePageName] : pageDescriptions.home,
    canonicalPath: page.indexable ? page.path : null,
    image: null,
    graph: [],
    essentials: page.indexable
      ? (essentials ??
        html`<h1>${page.title}</h1>
          <p>${pageDescriptions[name as IndexablePageName]}</p>`)
      : null,
  }
}

/** Of an address that is no page's, or a page's whose subject is gone. */
export function missingContent(title: string = notFoundTitle): PageContent {
  return {
    status: 404,
    title,
    description: pageDescriptions.home,
    canonicalPath: null,
    image: null,
    graph: [],
    essentials: html`<h1>${title}</h1>
      <p>There’s nothing at this address, or no longer.</p>`,
  }
}
