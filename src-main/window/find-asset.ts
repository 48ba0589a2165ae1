import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The built renderer's files by URL path. */
export type Assets = ReadonlyMap<string, string>

/** Lists the files once, at the start. Symbolic links are skipped. */
export function listAssets(folder: string): Assets {
  const assets = new Map<string, string>()
  // The `recursive` option does not work inside an asar archive.
  const walk = (path: string, url: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(path, entry.name), `${url}${entry.name}/`)
      else if (entry.isFile()) assets.set(`${url}${entry.name}`, join(path, entry.name))
    }
  }
  walk(folder, '/')
  return assets
}

/**
 * Returns the file for a URL path, or null. A path without an extension is a page and gets the HTML shell.
 */
export function findAsset(assets: Assets, pathname: string): string | null {
  const path = decode(pathname)
  if (path === null) return null
  return assets.get(extname(path) === '' ? '/index.html' : path) ?? null
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}
