import { pages } from '../../contract/pages.ts'

/** Returns the path of the search page for one category, or for all. */
export function searchPath(category: string | null): string {
  const { path } = pages.search
  return category === null ? path : `${path}?category=${encodeURIComponent(category)}`
}
