interface HtmlPage {
  title: string
  /** File name of the page's script and style sheet, without extension. */
  asset: string
  body: string
  /** Data attributes of the body, by name without `data-`. */
  data?: Record<string, string>
}

export function htmlPage({ title, asset, body, data = {} }: HtmlPage): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/${asset}.css">
</head>
<body${attributes.join('')}>
${body}
<script src="/assets/${asset}.js"></script>
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
