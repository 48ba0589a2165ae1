import type { Counts } from '../lib/counts.ts'
import { root } from '../lib/root.ts'
import { findAdvisories } from './advisories.ts'
import { judgeAdvisories } from './judge-advisories.ts'
import { licenseFaults } from './licenses.ts'
import { readListedPackages } from './listed-packages.ts'
import { readLockedPackages, type LockedPackage } from './locked-packages.ts'

/** Checks every package's license, and what is published against them, as far as the registry tells. */
export async function checkPackages(): Promise<Counts> {
  const packages = readLockedPackages(root)
  const answer = await findAdvisories(root)
  const licenses = licenseFaults(packages)
  const { lines, failed } = judgeAdvisories(answer, shippedPackages(packages))
  console.log(
    [
      ...licenses,
      `${packages.length} packages: ${licenses.length || 'no'} faults in licenses`,
      ...lines,
    ].join('\n'),
  )
  const isChecked = 'advisories' in answer
  return {
    passed: Number(licenses.length === 0) + Number(isChecked && !failed),
    failed: Number(licenses.length > 0) + Number(failed),
  }
}

/** What the server runs, and what the bundles of the web app and the console take in by name. */
function shippedPackages(packages: LockedPackage[]): Set<string> {
  const running = packages.filter(({ isForDevelopment }) => !isForDevelopment).map(({ name }) => name)
  return new Set([...running, ...[...readListedPackages(root).values()].flat()])
}
