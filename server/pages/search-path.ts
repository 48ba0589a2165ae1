import { pages } from '../../contract/pages.ts'

/** The search page of one category, or of all. */
export function searchPath(category: string | null): string {
  const { path } = pages.search
  return category === null ? path : `${path}?category=${encodeURIComponent(category)}`
}
