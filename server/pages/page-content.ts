import { pageDescriptions } from '../../contract/page-descriptions.ts'
import {
  notFoundTitle,
  pages,
  type IndexablePageName,
  type Page,
  type PageName,
} from '../../contract/pages.ts'

/** What the server puts into the shell's head, for search engines and link previews. */
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
}

/** Of a page that is called the same at any time. */
export function fixedContent(name: PageName): PageContent {
  const page: Page = pages[name]
  return {
    status: 200,
    title: page.title,
    description: page.indexable ? pageDescriptions[name as IndexablePageName] : pageDescriptions.home,
    canonicalPath: page.indexable ? page.path : null,
    image: null,
    graph: [],
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
  }
}
