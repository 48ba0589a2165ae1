import { pages, type PageName } from '../../../contract/pages.ts'

export interface FoundPage {
  name: PageName
  params: Record<string, string>
}

/** @returns null where the path is no page's; the spec's older paths of a category are the category page's. */
export function findPage(path: string): FoundPage | null {
  for (const { name, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { name, params: { ...match.groups } }
  }
  return null
}

const patterns = [
  ...Object.entries(pages).map(([name, { path }]) => ({
    name: name as PageName,
    pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
  })),
  { name: 'category' as const, pattern: /^\/category(\/[^/]+)?\/?$/ },
]
