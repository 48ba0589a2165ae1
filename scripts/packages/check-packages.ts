import type { Counts } from '../lib/counts.ts'
import { root } from '../lib/root.ts'
import { findAdvisories } from './advisories.ts'
import { judgeAdvisories } from './judge-advisories.ts'
import { findLicenseErrors } from './licenses.ts'
import { readListedPackages } from './listed-packages.ts'
import { readLockedPackages, type LockedPackage } from './locked-packages.ts'

/** Packages that are downloaded at install time by their dependencies, which are not shipped. */
const fetchers = new Set(['electron'])

/** Checks every package's license, and its advisories if the registry provides them. */
export async function checkPackages(): Promise<Counts> {
  const packages = readLockedPackages(root)
  const answer = await findAdvisories(root)
  const licenses = findLicenseErrors(packages)
  const listed = [...readListedPackages(root).values()].flat()
  const { lines, failed } = judgeAdvisories(answer, shippedPackages(packages, listed))
  console.log(
    [...licenses, `${packages.length} packages: ${licenses.length || 'no'} license errors`, ...lines].join(
      '\n',
    ),
  )
  const isChecked = 'advisories' in answer
  return {
    passed: Number(licenses.length === 0) + Number(isChecked && !failed),
    failed: Number(licenses.length > 0) + Number(failed),
  }
}

/**
 * Returns the names of the packages that reach users: those listed in docs/developers/dependencies.md, and their
 * dependencies. It does not consider which parts of a package a bundle leaves out.
 */
export function shippedPackages(
  packages: readonly LockedPackage[],
  listed: readonly string[],
): ReadonlySet<string> {
  const installed = new Map(packages.map((each) => [each.path, each]))
  const shipped = new Set<LockedPackage>()
  const add = (name: string, from: string) => {
    const found = resolve(installed, name, from)
    if (!found || shipped.has(found)) return
    shipped.add(found)
    if (!fetchers.has(name)) for (const need of found.needs) add(need, found.path)
  }
  for (const name of listed) add(name, '')
  return new Set([...shipped].map(({ name }) => name))
}

/** Resolves a package as Node does: next to the dependent package first, then in its parent folders. */
function resolve(
  installed: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string,
): LockedPackage | undefined {
  const found = installed.get(`${from && `${from}/`}node_modules/${name}`)
  if (found || from === '') return found
  return resolve(installed, name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}
