import { createHash } from 'node:crypto'
import { siteName } from '../../contract/pages.ts'
import { problems, type ProblemError } from '../../contract/api/problems.ts'
import { html, Html } from './html.ts'

/** Renders an error page for browsers. It loads no other files, as those requests would also be rejected. */
export function errorPage(error: ProblemError): { headers: Record<string, string>; body: string } {
  const [heading, ...rest] = sentences(problems[error.code][1])
  const advice = sentences(error.message).filter((sentence) => sentence !== heading)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${heading!} · ${siteName}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          <p class="brand">${siteName}</p>
          <h1>${heading!}</h1>
          <p>${(advice.length > 0 ? advice : rest).map((sentence) => `${sentence}.`).join(' ')}</p>
          <p><a href="">Try again</a></p>
        </main>
      </body>
    </html>`
  return { headers: { ...HEADERS, ...error.headers }, body: page.text }
}

function sentences(text: string): string[] {
  return text.replace(/\.$/, '').split('. ')
}

const STYLE = `
:root{--bg:#f5f7f7;--fg:#0e1a1d;--muted:#4b5b60;--primary:#0a6a66;--primary-fg:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0b1113;--fg:#e6edee;--muted:#a4b3b7;--primary:#3cc9bb;--primary-fg:#00201d}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--muted);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:28rem;padding:2rem 1.5rem}
h1{margin:0 0 .5rem;color:var(--fg);font-size:clamp(1.75rem,6vw,2.25rem);line-height:1.2}
p{margin:0 0 1.5rem}
.brand{color:var(--primary);font-weight:700}
a{display:inline-block;padding:.625rem 1.25rem;border-radius:.625rem;background:var(--primary);color:var(--primary-fg);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--fg);outline-offset:3px}
`

/**
 * The complete style element. It must be sent unchanged, as the policy's hash covers every character in it.
 */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  // The site's policy allows no inline styles, so this one allows the style element by its hash.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}
