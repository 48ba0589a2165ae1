import { extname, join, resolve, sep } from 'node:path'

/**
 * The file inside `folder` for a URL's path: the named asset, or the shell for a page, which has no
 * extension. Null when the path leaves the folder or cannot be a file's name.
 */
export function findAsset(folder: string, pathname: string): string | null {
  const path = decode(pathname)
  if (path === null || path.includes('\0') || path.includes('\\')) return null
  const file = resolve(folder, `.${path}`)
  if (!file.startsWith(resolve(folder) + sep) && file !== resolve(folder)) return null
  return extname(file) === '' ? join(folder, 'index.html') : file
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}
