import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as described by package-lock.json and its own package.json. */
export interface LockedPackage {
  /** Its installation path, such as `node_modules/wheel/node_modules/@tools/hub`. */
  path: string
  name: string
  version: string
  /** Its stated license: an SPDX expression or free text. Null if the package states none. */
  license: string | null
  /** Its dependencies, by the names that it imports. */
  needs: string[]
}

interface LockEntry {
  /** The package's own name if it is installed under an alias. */
  name?: string
  version: string
  license?: unknown
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Returns every package of the project in `root`, including packages that are installed only on other
 * operating systems.
 */
export function readLockedPackages(root: string): LockedPackage[] {
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Record<string, LockEntry> }
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path !== '' && !link)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      license: readInstalledLicense(join(root, path, 'package.json')) ?? getStatedLicense(entry),
      needs: listDependencies(entry),
    }))
}

function listDependencies(entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers]
}

/**
 * Returns the license that an installed package states, or null if the package is not installed. In that
 * case, the caller uses the registry's data from the lock file.
 */
function readInstalledLicense(file: string): string | null {
  return existsSync(file) ? getStatedLicense(readJson(file) as Manifest) : null
}

interface Manifest {
  license?: unknown
  licenses?: unknown
}

/**
 * Returns the license from a package's manifest. It also converts formats older than SPDX expressions: a
 * `{type}` object, and `licenses`, which lists alternatives.
 */
function getStatedLicense({ license, licenses }: Manifest): string | null {
  const types = [license ?? licenses].flat().map((stated) => (isTyped(stated) ? stated.type : stated))
  return types.length > 0 && types.every((type) => typeof type === 'string') ? types.join(' OR ') : null
}

function isTyped(value: unknown): value is { type: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
