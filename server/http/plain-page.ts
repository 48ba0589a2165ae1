import { createHash } from 'node:crypto'
import { siteName } from '../../contract/pages.ts'
import { html, Html } from './html.ts'

export interface PlainPage {
  headers: Record<string, string>
  body: string
}

/** Renders a page without scripts. It loads no other files, not even styles. */
export function plainPage(title: string, content: Html): PlainPage {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${siteName}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <p class="brand">${siteName}</p>
          ${content}
        </main>
      </body>
    </html>`
  return { headers: HEADERS, body: page.text }
}

const STYLE = `
:root{--bg:#f5f7f7;--surface:#fff;--fg:#0e1a1d;--muted:#4b5b60;--line:#d7dedf;--primary:#0a6a66;--primary-fg:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0b1113;--surface:#12191c;--fg:#e6edee;--muted:#a4b3b7;--line:#253135;--primary:#3cc9bb;--primary-fg:#00201d}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--muted);font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:28rem;padding:2rem 1.5rem}
h1{margin:0 0 .5rem;color:var(--fg);font-size:clamp(1.75rem,6vw,2.25rem);line-height:1.2}
p{margin:0 0 1.5rem}
.brand{color:var(--primary);font-weight:700}
a{color:var(--primary)}
.button{display:inline-block;padding:.625rem 1.25rem;border-radius:.625rem;background:var(--primary);color:var(--primary-fg);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--fg);outline-offset:3px}
main:has(section){width:100%;max-width:42rem;box-sizing:border-box}
section{margin:0 0 1.5rem;padding:1.25rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface)}
h2{margin:0 0 .5rem;color:var(--fg);font-size:1.25rem;line-height:1.3}
section p{margin:0 0 .5rem}
section>:last-child{margin-bottom:0}
dl{display:grid;grid-template-columns:minmax(7rem,1fr) minmax(0,2fr);margin:0}
dt,dd{margin:0;padding:.5rem 0;border-top:1px solid var(--line)}
dt:first-of-type,dd:first-of-type{border-top:0}
dt{padding-right:1rem}
dd{color:var(--fg)}
ol{margin:0;padding:0;list-style:none}
li{padding:.5rem 0;border-top:1px solid var(--line);color:var(--fg)}
li:first-child{border-top:0}
time{display:block;color:var(--muted);font-size:1rem}
`

/**
 * The complete style element. It must be sent unchanged, because the policy's hash covers every character in
 * it.
 */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  // The site's policy allows no inline styles, so this one allows the style element by its hash.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}
