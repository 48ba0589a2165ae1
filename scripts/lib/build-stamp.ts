import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** The source files of the bundles in `out/`. */
export const sources = [
  'contract',
  'src-main',
  'src-preload',
  'src-renderer',
  'art',
  'server/seed',
  'scripts/build.ts',
  'scripts/lib/write-prerender.ts',
  'electron.vite.config.ts',
  'package-lock.json',
]

/** The folder for the artwork that the build draws. It is build output, so it is not part of the sources. */
export const artFolder = join(root, 'src-renderer', 'public', 'art')

const stampFile = join(root, 'out', '.stamp')

/** Reports whether `out/` holds a complete build of the current sources. */
export function isBuildCurrent(): boolean {
  try {
    return readFileSync(stampFile, 'utf8') === hashSources()
  } catch {
    return false
  }
}

/**
 * Removes the stamp, runs `build()`, and writes a new stamp. A partial build therefore never counts as
 * complete.
 */
export async function runStampedBuild(build: () => Promise<void>): Promise<void> {
  const hash = hashSources()
  rmSync(stampFile, { force: true })
  await build()
  writeFileSync(stampFile, hash)
}

function hashSources(): string {
  // The build inlines this variable, so a different value needs a rebuild.
  const hash = createHash('sha256').update(process.env.MAIN_VITE_UPDATES ?? '')
  for (const file of sources.flatMap((path) => listFiles(join(root, path)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path: string): string[] {
  if (path === artFolder) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => listFiles(join(path, name)))
}
