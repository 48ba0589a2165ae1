import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'illustrations')

/** Returns the illustrations that are stored as files: path below `illustrations/` → SVG text. */
export function illustrations(): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.svg'))
    .toSorted()
  return new Map(paths.map((path) => [path, illustration(path)]))
}

/**
 * Reads one illustration.
 * @param path relative to `illustrations/`, such as `hero/1.svg`
 */
export function illustration(path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}
