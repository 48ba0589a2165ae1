import { PRERENDERED_RESPONSES_ID, type Prerendered } from '../../contract/prerender.ts'
import { formatPageTitle, siteName } from '../../contract/pages.ts'
import type { Config } from '../config/config.ts'
import { Html, html, jsonScript } from '../http/html.ts'
import type { PageAssets } from './page-assets.ts'
import type { PageContent } from './page-content.ts'
import { getPublicPhotoUrl } from '../gateways/images/photo-addresses.ts'

/** The content that a page shows before its code runs, if any, and the code and styles that it needs. */
export interface PageStart {
  prerendered: Prerendered | null
  assets: PageAssets
}

/**
 * Fills in the built page's head and its text for browsers without JavaScript. If there is a `start`, it also
 * fills in the initial content.
 */
export type Shell = (content: PageContent, start: PageStart | null) => string

/**
 * Creates a shell from the built `index.html`. It replaces the title, description, code, `<noscript>`, and
 * root.
 * @throws Error if one of these is missing
 */
export function createShell(built: string, { publicUrl }: Pick<Config, 'publicUrl'>): Shell {
  const [beforeTitle, afterTitle] = splitAtMatch(built, /<title>[^<]*<\/title>/)
  const [beforeDescription, afterDescription] = splitAtMatch(afterTitle, /<meta name="description"[^<>]*>/)
  const [beforeCode, afterCode, code] = splitAtMatch(
    afterDescription,
    /<script type="module"[^<>]* src="([^"<>]+)"><\/script>/,
  )
  const [beforeHeadEnd, afterHeadEnd] = splitAtMatch(afterCode, /(?=<\/head>)/)
  const [beforeNoscript, noscript] = splitAtMatch(afterHeadEnd, /<noscript>/)
  const [, afterNoscript] = splitAtMatch(noscript, /<\/noscript>/)
  const [beforeRootEnd, afterRootEnd] = splitAtMatch(afterNoscript, /(?<=<div id="root">)(?=<\/div>)/)
  return (content, start) =>
    [
      beforeTitle,
      html`<title>${formatPageTitle(content.title)}</title>`.text,
      beforeDescription,
      html`<meta name="description" content="${content.description}" />`.text,
      beforeCode,
      start?.prerendered ? codeAfterPaint(code[1]!, start.assets).text : code[0],
      beforeHeadEnd,
      renderHead(content, publicUrl).text,
      start ? renderStyles(start.assets).text : '',
      start && !start.prerendered ? renderPreloads(start.assets).text : '',
      beforeNoscript,
      renderNoscript(content, Boolean(start?.prerendered)).text,
      beforeRootEnd,
      start?.prerendered ? renderPrerendered(start.prerendered).text : '',
      afterRootEnd,
    ].join('')
}

function splitAtMatch(
  text: string,
  pattern: RegExp,
): [before: string, after: string, match: RegExpExecArray] {
  const match = pattern.exec(text)
  if (!match) throw new Error(`The built index.html lacks ${pattern.source}`)
  return [text.slice(0, match.index), text.slice(match.index + match[0].length), match]
}

/** Builds the script element of a prerendered page. `start.js` loads the code only after the first paint. */
function codeAfterPaint(code: string, { scripts }: PageAssets): Html {
  return html`<script defer src="/start.js" data-code="${code}" data-parts="${scripts.join(' ')}"></script>`
}

function renderHead(
  { title, description, canonicalPath, image, graph }: PageContent,
  publicUrl: string,
): Html {
  if (canonicalPath === null) return html`<meta name="robots" content="noindex" />`
  const url = publicUrl + canonicalPath
  const picture = image === null ? null : getPublicPhotoUrl(image, publicUrl)
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

function renderStyles({ styles }: PageAssets): Html {
  return html`${styles.map((url) => html`<link rel="stylesheet" crossorigin href="${url}" />`)}`
}

function renderPreloads({ scripts }: PageAssets): Html {
  return html`${scripts.map((url) => html`<link rel="modulepreload" crossorigin href="${url}" />`)}`
}

/**
 * Builds the prerendered content. It remains visible until the code has loaded, or permanently without
 * JavaScript.
 */
function renderPrerendered({ markup, responses }: Prerendered): Html {
  return html`<div class="prerender">${new Html(markup)}</div>
    ${jsonScript('application/json', responses, PRERENDERED_RESPONSES_ID)}`
}

/**
 * Builds the text for browsers without JavaScript. On a prerendered page, it explains which features require
 * JavaScript. On other pages, it explains why nothing is shown, and where to go instead.
 */
function renderNoscript(
  { status, title, canonicalPath, noscript = '' }: PageContent,
  isPrerendered: boolean,
): Html {
  if (isPrerendered) {
    return html`<noscript>
      <p class="noscript">To sign in, buy, and sell, turn on JavaScript and reload the page.</p>
    </noscript>`
  }
  const reason =
    status === 404
      ? 'There’s nothing at this address, or no longer.'
      : 'This page needs JavaScript. Turn it on and reload the page.'
  return html`<noscript>
    <div class="noscript">
      <h1>${title}</h1>
      <p>${reason} ${noscript} <a href="${canonicalPath ?? '/'}">${canonicalPath ? title : siteName}</a></p>
    </div>
  </noscript>`
}
