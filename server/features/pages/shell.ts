import type { Contact } from '../../../contract/contact.ts'
import { ANSWERS_ELEMENT, type FirstLook } from '../../../contract/first-look.ts'
import { documentTitle, siteName } from '../../../contract/pages.ts'
import type { Config } from '../../config.ts'
import { Html, html, jsonScript } from '../../http/html.ts'
import { phoneHtml } from '../../http/phone-html.ts'
import type { PageAssets } from './page-assets.ts'
import type { PageContent } from './page-content.ts'
import { pictureUrl } from './picture-url.ts'

/** What a page shows before its code runs, where it shows something, and the code and styles that it needs. */
export interface PageStart {
  look: FirstLook | null
  assets: PageAssets
}

/** Fills the built page's head, what it shows at once where there is a `start`, and what it says without JavaScript. */
export type Shell = (content: PageContent, start: PageStart | null) => string

/**
 * What the site stands behind: the built `index.html` with its title, description, code, root and `<noscript>`, which are
 * filled.
 * @throws Error where one of them is missing: the build is not ours.
 */
export function createShell(
  built: string,
  { publicUrl, contact }: Pick<Config, 'publicUrl' | 'contact'>,
): Shell {
  const [beforeTitle, afterTitle] = cut(built, /<title>[^<]*<\/title>/)
  const [beforeDescription, afterDescription] = cut(afterTitle, /<meta name="description"[^>]*>/)
  const [beforeCode, afterCode, code] = cut(
    afterDescription,
    /<script type="module"[^>]* src="([^"]+)"><\/script>/,
  )
  const [beforeHeadEnd, afterHeadEnd] = cut(afterCode, /(?=<\/head>)/)
  const [beforeRootEnd, afterRootEnd] = cut(afterHeadEnd, /(?<=<div id="root">)(?=<\/div>)/)
  const [beforeNoscript, afterNoscript] = cut(afterRootEnd, /<noscript>[^]*?<\/noscript>/)
  return (content, start) =>
    [
      beforeTitle,
      html`<title>${documentTitle(content.title)}</title>`.text,
      beforeDescription,
      html`<meta name="description" content="${content.description}" />`.text,
      beforeCode,
      start?.look ? codeAfterLook(code[1]!, start.assets).text : code[0],
      beforeHeadEnd,
      headOf(content, publicUrl).text,
      start ? stylesOf(start.assets).text : '',
      start && !start.look ? preloadsOf(start.assets).text : '',
      beforeRootEnd,
      start?.look ? lookOf(start.look).text : '',
      beforeNoscript,
      withoutScript(content, contact).text,
      afterNoscript,
    ].join('')
}

function cut(text: string, pattern: RegExp): [before: string, after: string, match: RegExpExecArray] {
  const match = pattern.exec(text)
  if (!match) throw new Error(`The built index.html lacks ${pattern.source}`)
  return [text.slice(0, match.index), text.slice(match.index + match[0].length), match]
}

/** What can be seen comes first: `start.js` loads the code once it is painted. */
function codeAfterLook(code: string, { scripts }: PageAssets): Html {
  return html`<script defer src="/start.js" data-code="${code}" data-parts="${scripts.join(' ')}"></script>`
}

function headOf({ title, description, canonicalPath, image, graph }: PageContent, publicUrl: string): Html {
  if (canonicalPath === null) return html`<meta name="robots" content="noindex" />`
  const url = publicUrl + canonicalPath
  const picture = image === null ? null : pictureUrl(image, publicUrl)
  return html`<link rel="canonical" href="${url}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${picture ?? `${publicUrl}/art/icons/social.jpg`}" />
    <meta property="og:image:alt" content="${picture === null ? siteName : title}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${
      graph.length > 0
        ? jsonScript('application/ld+json', { '@context': 'https://schema.org', '@graph': graph })
        : null
    } `
}

function stylesOf({ styles }: PageAssets): Html {
  return html`${styles.map((url) => html`<link rel="stylesheet" crossorigin href="${url}" />`)}`
}

function preloadsOf({ scripts }: PageAssets): Html {
  return html`${scripts.map((url) => html`<link rel="modulepreload" crossorigin href="${url}" />`)}`
}

/** Until the code has come, a pointer finds its links alone, and nothing is read out twice. */
function lookOf({ markup, answers }: FirstLook): Html {
  return html`<div class="first-look" aria-hidden="true">${new Html(markup)}</div>
    ${jsonScript('application/json', answers, ANSWERS_ELEMENT)}`
}

function withoutScript({ essentials }: PageContent, contact: Contact): Html {
  return html`<noscript>
    <div class="essentials">
      <nav aria-label="Pages">
        <a href="/">${siteName}</a> · <a href="/search">Search cars</a> · <a href="/reviews">Reviews</a> ·
        <a href="/blogs">Blogs</a>
      </nav>
      ${essentials ? html`<main>${essentials}</main>` : null}
      <p>To sign in, buy, and sell, turn on JavaScript and reload the page.</p>
      ${contactLine(contact)}
    </div>
  </noscript>`
}

/** As at the foot of the page. */
function contactLine({ email, phone, hours, address }: Contact): Html | null {
  const parts = [
    email && html`<a href="mailto:${email}">${email}</a>`,
    phone && phoneHtml(phone),
    hours && html`${hours}`,
    address && html`${address}`,
  ].filter((part) => part instanceof Html)
  if (parts.length === 0) return null
  return html`<address>${parts.map((part, at) => (at === 0 ? part : html` · ${part}`))}</address>`
}
