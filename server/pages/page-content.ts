import { pageDescriptions } from '../../contract/page-descriptions.ts'
import {
  notFoundTitle,
  pages,
  type IndexablePageName,
  type Page,
  type PageName,
} from '../../contract/pages.ts'

/** The content of the shell's head, for search engines and link previews. */
export interface PageContent {
  status: 200 | 404
  /** The title without the site's name. */
  title: string
  description: string
  /** The page's canonical path, or null if search engines should not list the page. */
  canonicalPath: string | null
  /** The relative or absolute URL of a photo, or null for the site's own image. */
  image: string | null
  graph: object[]
  /** The place where users without JavaScript find the content of this page. */
  noscript?: string
}

export function getFixedContent(name: PageName): PageContent {
  const page: Page = pages[name]
  return {
    status: 200,
    title: page.title,
    description: page.indexable ? pageDescriptions[name as IndexablePageName] : pageDescriptions.home,
    canonicalPath: page.indexable ? page.path : null,
    image: null,
    graph: [],
    ...(name === 'deal' && { noscript: DEAL_NOSCRIPT }),
  }
}

const DEAL_NOSCRIPT =
  'Our emails about this deal have a link, “View without JavaScript,” to a page that you can read without it.'

/** Returns the content for a missing page, or for a page whose subject no longer exists. */
export function getMissingContent(title: string = notFoundTitle): PageContent {
  return {
    status: 404,
    title,
    description: pageDescriptions.home,
    canonicalPath: null,
    image: null,
    graph: [],
  }
}
