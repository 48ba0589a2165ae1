/**
 * `npm run test:steady`: whether a test wavers. The browser and console tests of `npm test` run many times over, with
 * `FULL=1` those that are long, too, beside processes that keep the machine busy; none may fail once.
 * `npm run test:steady -- --only e2e --repeat 3 tests/e2e/sale.spec.ts` runs part of it.
 */
import { parseArgs } from 'node:util'
import { say } from './bootstrap/say.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { keepBusy } from './lib/keep-busy.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, repeated, type Step } from './lib/steps.ts'

const { values, positionals: files } = parseArgs({
  options: {
    repeat: { type: 'string', default: '10' },
    beside: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
  allowPositionals: true,
})

endWithParent()
process.chdir(root)
const beside = readCount('beside')
const suites = repeated(readCount('repeat')).filter(isWanted)
if (suites.length === 0) stopWith('--only takes e2e or desktop; files are in tests/e2e or tests/desktop')
await ensureDebianPackages()
await runSteps([build, ...suites.map(amongOthers)], files)

function isWanted({ name }: Step): boolean {
  if (values.only !== undefined) return values.only === name
  return files.length === 0 || files.some((file) => file.startsWith(`tests/${name}`))
}

function amongOthers(step: Step): Step {
  return {
    ...step,
    async run(filters) {
      const rest = keepBusy(beside)
      try {
        return await step.run(filters)
      } finally {
        rest()
      }
    },
  }
}

function readCount(name: 'repeat' | 'beside'): number {
  const count = Number(values[name])
  if (!Number.isInteger(count) || count < Number(name === 'repeat'))
    stopWith(`--${name} takes a whole number`)
  return count
}

function stopWith(message: string): never {
  say(message)
  process.exit(2)
}
