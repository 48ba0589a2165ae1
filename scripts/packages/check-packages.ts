import type { Counts } from '../lib/counts.ts'
import { root } from '../lib/root.ts'
import { findAdvisories } from './advisories.ts'
import { evaluateAdvisories } from './evaluate-advisories.ts'
import { findLicenseErrors } from './licenses.ts'
import { readListedPackages } from './listed-packages.ts'
import { readLockedPackages, type LockedPackage } from './locked-packages.ts'

/**
 * Packages that download their own program at install time. Their npm dependencies are needed only for this
 * download and are not shipped.
 */
const fetchers = new Set(['electron'])

/** Checks every package's license, and its advisories if the registry provides them. */
export async function checkPackages(): Promise<Counts> {
  const packages = readLockedPackages(root)
  const response = await findAdvisories(root)
  const licenses = findLicenseErrors(packages)
  const listed = [...readListedPackages(root).values()].flat()
  const { lines, failed } = evaluateAdvisories(response, listShippedPackages(packages, listed))
  console.log(
    [...licenses, `${packages.length} packages: ${licenses.length || 'no'} license errors`, ...lines].join(
      '\n',
    ),
  )
  const isChecked = 'advisories' in response
  return {
    passed: Number(licenses.length === 0) + Number(isChecked && !failed),
    failed: Number(licenses.length > 0) + Number(failed),
  }
}

/**
 * Returns the names of the packages that reach users. These are the packages listed in
 * docs/developers/dependencies.md and their dependencies. It ignores that a bundle may leave out parts of a
 * package.
 */
export function listShippedPackages(
  packages: readonly LockedPackage[],
  listed: readonly string[],
): ReadonlySet<string> {
  const installed = new Map(packages.map((each) => [each.path, each]))
  const shipped = new Set<LockedPackage>()
  const add = (name: string, from: string) => {
    const dependency = resolve(installed, name, from)
    if (!dependency || shipped.has(dependency)) return
    shipped.add(dependency)
    if (!fetchers.has(name)) for (const need of dependency.needs) add(need, dependency.path)
  }
  for (const name of listed) add(name, '')
  return new Set([...shipped].map(({ name }) => name))
}

/**
 * Resolves a dependency as Node does: first in the dependent package's own folder, then in each parent
 * folder.
 */
function resolve(
  installed: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string,
): LockedPackage | undefined {
  const candidate = installed.get(`${from && `${from}/`}node_modules/${name}`)
  if (candidate || from === '') return candidate
  return resolve(installed, name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}
