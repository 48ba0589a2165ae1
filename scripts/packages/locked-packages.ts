import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as package-lock.json and its own package.json know it. */
export interface LockedPackage {
  /** Where it is installed, such as `node_modules/wheel/node_modules/@tools/hub`. */
  path: string
  name: string
  version: string
  /** What it says its license is: an SPDX expression, or words; null where it says nothing. */
  license: string | null
  /** What it asks to be installed with it, by the names it imports them by. */
  needs: string[]
}

interface LockEntry {
  /** The package's own name, where it is installed under another. */
  name?: string
  version: string
  license?: unknown
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** Every package of the project in `root`, those included that only other systems install. */
export function readLockedPackages(root: string): LockedPackage[] {
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Record<string, LockEntry> }
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      license: installedLicense(join(root, path, 'package.json')) ?? statedLicense(entry),
      needs: neededBy(entry),
    }))
}

function neededBy(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
}

/** What is installed decides; what the registry said when the lock file was written stands in where it is not. */
function installedLicense(file: string): string | null {
  return existsSync(file) ? statedLicense(readJson(file) as Manifest) : null
}

interface Manifest {
  license?: unknown
  licenses?: unknown
}

/** npm's `license`, and the forms before there were SPDX expressions: `{type}`, and `licenses` to choose from. */
function statedLicense({ license, licenses }: Manifest): string | null {
  const types = [license ?? licenses].flat().map((stated) => (isTyped(stated) ? stated.type : stated))
  return types.length > 0 && types.every((type) => typeof type === 'string') ? types.join(' OR ') : null
}

function isTyped(value: unknown): value is { type: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
