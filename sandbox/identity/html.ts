import type { ServerResponse } from 'node:http'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** A page of the sandbox. `main` is HTML, and all other properties are plain text. */
export interface Page {
  title: string
  main: string
  script?: string
  data?: Record<string, string>
}

/** Sends a page that may load only the sandbox's own stylesheet and script. */
export function sendPage(res: ServerResponse, status: number, page: Page): void {
  const data = Object.entries(page.data ?? {}).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  res.statusCode = status
  res.removeHeader('content-length')
  res.setHeader('content-type', 'text/html; charset=utf-8')
  res.setHeader('cache-control', 'no-store')
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-content-type-options', 'nosniff')
  res.setHeader(
    'content-security-policy',
    // Browsers also apply this policy to the redirect after the form, which leads to the desktop app's
    // loopback URL.
    "default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; form-action 'self' http://127.0.0.1:*; base-uri 'none'; frame-ancestors 'none'",
  )
  res.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${page.script ? `<script src="${escapeHtml(page.script)}" defer></script>\n` : ''}</head>
<body${data.join('')}>
<main>
${page.main}
</main>
<footer>Kerblight sandbox: nothing leaves this computer.</footer>
</body>
</html>
`)
}
