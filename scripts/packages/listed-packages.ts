import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the packages listed in docs/developers/dependencies.md, grouped by heading. */
export function readListedPackages(root: string): Map<string, string[]> {
  const listed = new Map<string, string[]>()
  let names: string[] = []
  for (const line of readFileSync(join(root, 'docs', 'developers', 'dependencies.md'), 'utf8').split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) listed.set(heading, (names = []))
    const name = /^\| `([^`]+)`/.exec(line)?.[1]
    if (name !== undefined) names.push(name)
  }
  return listed
}
