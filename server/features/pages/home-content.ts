import { siteName } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { html } from '../../http/html.ts'
import { listCategories } from '../categories/category.repository.ts'
import { listListedCars } from '../cars/car-lists.repository.ts'
import { carLinks, categoryLinks } from './car-links.ts'
import { fixedContent, type PageContent } from './page-content.ts'

const NEWEST = 12

export async function homeContent({ db, config }: Context): Promise<PageContent> {
  const categories = await listCategories(db)
  const { items } = await listListedCars(db, { sort: 'newest', limit: NEWEST })
  const content = fixedContent('home')
  const { publicUrl, contact } = config
  const site = `${publicUrl}/`
  return {
    ...content,
    graph: [
      { '@type': 'WebSite', '@id': `${site}#website`, name: siteName, url: site },
      {
        '@type': 'Organization',
        '@id': `${site}#organization`,
        name: siteName,
        url: site,
        logo: `${site}art/icons/512.png`,
        email: contact.email ?? undefined,
        telephone: contact.phone ?? undefined,
        address: contact.address ?? undefined,
      },
    ],
    essentials: html`${content.essentials}
      <h2>Makes</h2>
      ${categoryLinks(categories)}
      <h2>New on ${siteName}</h2>
      ${carLinks(items)}`,
  }
}
