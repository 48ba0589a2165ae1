import { countOf } from '../../../contract/count-of.ts'
import { categoryTitle } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { listShownCategories } from '../categories/category.repository.ts'
import { searchPath } from './search-path.ts'
import { fixedContent, type PageContent } from './page-content.ts'

/** @param category what the address asks for; one that there is not gives the page of all cars */
export async function searchContent({ db }: Context, category: string | null): Promise<PageContent> {
  const content = fixedContent('search')
  const categories = await listShownCategories(db)
  const chosen = categories.find(({ name }) => name === category)
  if (!chosen) return content
  const { name, listedCount: count } = chosen
  const found = countOf(count, 'car')
  return {
    ...content,
    title: categoryTitle(name),
    description: `${found} by ${name}, used and shown as they are, each with its price, mileage, year, and location.`,
    canonicalPath: searchPath(name),
  }
}
