/** A page's content for a reader that parses its HTML without running scripts. */
export interface ReadPage {
  title: string
  /** Contents of the meta elements, by name or property. */
  meta: Record<string, string>
  canonical: string | null
  jsonLd: { '@context': string; '@graph': Record<string, unknown>[] } | null
  /** The markup inside `<noscript>`. */
  noscript: string
  /** Opening tags of all script elements. */
  scripts: string[]
}

export function readPage(markup: string): ReadPage {
  const jsonLd = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(markup)?.[1]
  return {
    title: unescapeText(findOnly(markup, /<title>([^<]*)<\/title>/g)),
    meta: Object.fromEntries(
      [...markup.matchAll(/<meta\s+(?:name|property)="([\w:-]+)"\s+content="([^"]*)"\s*\/>/g)].map(
        ([, name, content]) => [name, unescapeText(content!)],
      ),
    ),
    canonical: unescapeText(/<link rel="canonical" href="([^"]*)"/.exec(markup)?.[1] ?? '') || null,
    jsonLd: jsonLd === undefined ? null : (JSON.parse(jsonLd) as ReadPage['jsonLd']),
    noscript: findOnly(markup, /<noscript>([^]*?)<\/noscript>/g),
    scripts: [...markup.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
  }
}

export function unescapeText(text: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]!)
}

function findOnly(markup: string, pattern: RegExp): string {
  const matches = [...markup.matchAll(pattern)]
  if (matches.length !== 1) throw new Error(`${matches.length} of ${pattern.source}`)
  return matches[0]![1]!
}
