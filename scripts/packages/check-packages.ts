import type { Counts } from '../lib/counts.ts'
import { root } from '../lib/root.ts'
import { findAdvisories } from './advisories.ts'
import { judgeAdvisories } from './judge-advisories.ts'
import { licenseFaults } from './licenses.ts'
import { readListedPackages } from './listed-packages.ts'
import { readLockedPackages } from './locked-packages.ts'
import { shippedPackages } from './shipped-packages.ts'

/** Checks every package's license, and what is published against them, as far as the registry tells. */
export async function checkPackages(): Promise<Counts> {
  const packages = readLockedPackages(root)
  const answer = await findAdvisories(root)
  const licenses = licenseFaults(packages)
  const listed = [...readListedPackages(root).values()].flat()
  const { lines, failed } = judgeAdvisories(answer, shippedPackages(packages, listed))
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
