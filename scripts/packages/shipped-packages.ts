import type { LockedPackage } from './locked-packages.ts'

/**
 * The names of the packages that reach users: those that docs/dependencies.md lists, and what they bring along. Which
 * part of one a bundle leaves out is not looked into.
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

/** What these depend on fetches them when they are installed, and stays behind. */
const fetchers = new Set(['electron'])

/** As Node looks for it: beside the one that asks, then further up. */
function resolve(
  installed: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string,
): LockedPackage | undefined {
  const found = installed.get(`${from && `${from}/`}node_modules/${name}`)
  if (found || from === '') return found
  return resolve(installed, name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)))
}
