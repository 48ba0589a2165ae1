import { pages } from '../../contract/pages.ts'

export function searchPath(category: string | null): string {
  const { path } = pages.search
  return category === null ? path : `${path}?category=${encodeURIComponent(category)}`
}
