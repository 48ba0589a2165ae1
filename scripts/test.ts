/**
 * `npm test` runs everything. `npm test -- --only unit` runs one step, and `npm test --
 * tests/api/cars.test.ts` runs one file or folder.
 */
import { parseArgs } from 'node:util'
import { print } from './bootstrap/print.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { keepTemporaryFilesInMemory } from './lib/memory-folder.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, desktop, e2e, format, lint, packages, types, unit, unused, type Step } from './lib/steps.ts'

endWithParent()
process.chdir(root)
keepTemporaryFilesInMemory()

const all = [[format, types, lint, unused, packages], build, unit, e2e, desktop]
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const steps = chooseSteps(values.only, positionals)
if (steps.flat().some(needsBrowser)) await ensureDebianPackages()
await runSteps(steps, positionals)

function needsBrowser(step: Step): boolean {
  return step === e2e || step === desktop
}

function chooseSteps(only: string | undefined, filters: string[]): (Step | Step[])[] {
  if (only === undefined && filters.length === 0) return all
  const allSteps = all.flat()
  const chosen =
    only === undefined ? new Set(filters.map(createTestStep)) : allSteps.filter(({ name }) => name === only)
  const [step, ...otherSteps] = chosen
  if (step === undefined)
    return stopWith(`--only must be one of: ${allSteps.map(({ name }) => name).join(', ')}`)
  if (otherSteps.length > 0)
    return stopWith('These files need different test runners. Run the files of one runner at a time.')
  return needsBrowser(step) ? [build, step] : [step]
}

function createTestStep(file: string): Step {
  if (file.startsWith('tests/e2e')) return e2e
  return /^tests\/desktop\/.*\.spec\.ts$/.test(file) ? desktop : unit
}

function stopWith(message: string): never {
  print(message)
  process.exit(2)
}
