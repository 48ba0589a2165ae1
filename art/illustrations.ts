import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'illustrations')

/** Returns the illustrations in `illustrations/`: relative path → SVG source. */
export function illustrations(): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.svg'))
    .toSorted()
  return new Map(paths.map((path) => [path, illustration(path)]))
}

/** Reads one illustration. `path` is relative to `illustrations/`, such as `hero/1.svg`. */
export function illustration(path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}
