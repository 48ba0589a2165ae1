import type { PageName } from '../../contract/pages.ts'

/** A chunk in vite's manifest. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export type Manifest = Record<string, Chunk>

/** URLs of the files that a page needs in addition to those in the shell. */
export interface PageAssets {
  scripts: string[]
  styles: string[]
}

/**
 * Returns the path of a page's module, which is derived from the page's name: `home` is `pages/HomePage.tsx`.
 */
function moduleOf(name: PageName): string {
  return `pages/${name[0]!.toUpperCase()}${name.slice(1)}Page.tsx`
}

export function pageAssets(manifest: Manifest, name: PageName): PageAssets {
  const known = chunksBehind(manifest, 'index.html')
  const chunks = [...chunksBehind(manifest, moduleOf(name))].filter((chunk) => !known.has(chunk))
  const address = (file: string) => `/${file}`
  return {
    scripts: chunks.map(({ file }) => address(file)),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map(address),
  }
}

/** Finds the chunk of the module with this name and all chunks that load with it. */
function chunksBehind(manifest: Manifest, name: string, found = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name]
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const imported of chunk.imports ?? []) chunksBehind(manifest, imported, found)
  return found
}
