import { oldCategoryPaths, pages, type PageName } from '../../../contract/pages.ts'
import { pathMatcher, withoutSlash, type FoundPath } from '../../../contract/path-matcher.ts'

const findPages = pathMatcher<PageName>([
  ...Object.entries(pages).map(([name, { path }]) => [name as PageName, path] as const),
  ...oldCategoryPaths.map((path) => ['category', path] as const),
])

/** @returns null where the path is no page's; the spec's older paths of a category are the category page's. */
export function findPage(path: string): FoundPath<PageName> | null {
  return findPages(withoutSlash(path))[0] ?? null
}
