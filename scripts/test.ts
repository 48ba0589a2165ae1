/**
 * `npm test`: everything. `npm test -- --only unit` runs one step; `npm test -- tests/api/cars.test.ts` one
 * file or folder.
 */
import { parseArgs } from 'node:util'
import { say } from './bootstrap/say.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, e2e, format, lint, types, unit, type Step } from './lib/steps.ts'

endWithParent()
process.chdir(root)

const all = [format, types, lint, build, unit, e2e]
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const steps = chooseSteps(values.only, positionals)
if (steps.includes(e2e)) await ensureDebianPackages()
await runSteps(steps, positionals)

function chooseSteps(only: string | undefined, filters: string[]): Step[] {
  if (only !== undefined) {
    const chosen = all.filter((step) => step.name === only)
    if (chosen.length === 0) stopWith(`--only takes one of: ${all.map((step) => step.name).join(', ')}`)
    return chosen.includes(e2e) ? [build, e2e] : chosen
  }
  if (filters.length === 0) return all
  const areE2e = filters.map((filter) => filter.startsWith('tests/e2e'))
  if (areE2e.every(Boolean)) return [build, e2e]
  if (!areE2e.some(Boolean)) return [unit]
  return stopWith('Name files of tests/e2e or others, not both at once: they have different runners.')
}

function stopWith(message: string): never {
  say(message)
  process.exit(2)
}
