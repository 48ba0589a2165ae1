import { categoryTitle } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { html } from '../../http/html.ts'
import { listCategories } from '../categories/category.repository.ts'
import { listListedCars } from '../cars/car-lists.repository.ts'
import { carLinks, categoryLinks, searchPath } from './car-links.ts'
import { fixedContent, type PageContent } from './page-content.ts'

const NEWEST = 24

/** @param category what the address asks for; one that there is not gives the page of all cars */
export async function searchContent({ db }: Context, category: string | null): Promise<PageContent> {
  const categories = await listCategories(db)
  const chosen = categories.find(({ category_name: name }) => name === category)?.category_name ?? null
  const { items, total } = await listListedCars(db, {
    sort: 'newest',
    limit: NEWEST,
    ...(chosen !== null && { category_name: chosen }),
  })
  const content = fixedContent('search')
  const title = chosen === null ? content.title : categoryTitle(chosen)
  const found = `${total.toLocaleString('en-US')} ${total === 1 ? 'car' : 'cars'}`
  return {
    ...content,
    title,
    description:
      chosen === null
        ? content.description
        : `${found} by ${chosen}, used and shown as they are, each with its price, mileage, year, and location.`,
    canonicalPath: searchPath(chosen),
    essentials: html`<h1>${title}</h1>
      <p>${found} found, newest listings first.</p>
      ${carLinks(items)}
      <h2>Makes</h2>
      ${categoryLinks(categories)}`,
  }
}
