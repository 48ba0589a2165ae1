import { siteName } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { fixedContent, type PageContent } from './page-content.ts'

export function homeContent({ config: { publicUrl, contact } }: Context): PageContent {
  const site = `${publicUrl}/`
  return {
    ...fixedContent('home'),
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
  }
}
