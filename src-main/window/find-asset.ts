import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'

/** All files of the built renderer, by URL path. Other files are not served. */
export type Assets = ReadonlyMap<string, string>

/** Reads the folder once, at the start. Links in it are skipped. */
export function listAssets(folder: string): Assets {
  const assets = new Map<string, string>()
  // The folders are read one by one, because `recursive` does not work inside an asar archive.
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
 * Returns the file for a URL's path: the named asset, or the shell for a page, which has no extension.
 * Returns null if neither matches.
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
