import type { PageName } from '../../contract/pages.ts'

/** A chunk in vite's manifest. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

export type Manifest = Record<string, Chunk>

/** The URLs of the files that a page needs in addition to those in the shell. */
export interface PageAssets {
  scripts: string[]
  styles: string[]
}

/** Returns the path of a page's module. For the page `home`, it is `pages/HomePage.tsx`. */
function getPageModule(name: PageName): string {
  return `pages/${name[0]!.toUpperCase()}${name.slice(1)}Page.tsx`
}

export function pageAssets(manifest: Manifest, name: PageName): PageAssets {
  const shellChunks = collectChunks(manifest, 'index.html')
  const chunks = [...collectChunks(manifest, getPageModule(name))].filter((chunk) => !shellChunks.has(chunk))
  const urlOf = (file: string) => `/${file}`
  return {
    scripts: chunks.map(({ file }) => urlOf(file)),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map(urlOf),
  }
}

function collectChunks(manifest: Manifest, name: string, chunks = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name]
  if (!chunk || chunks.has(chunk)) return chunks
  chunks.add(chunk)
  for (const imported of chunk.imports ?? []) collectChunks(manifest, imported, chunks)
  return chunks
}
