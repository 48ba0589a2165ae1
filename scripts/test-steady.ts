/**
 * `npm run test:steady` finds flaky tests. For at most 15 minutes, it repeats the browser and console tests
 * of `npm test` while other processes keep the machine busy. A single failure fails the run. With `FULL=1`,
 * it includes the long tests. `npm run test:steady -- --only e2e --repeat 10 tests/e2e/sale.spec.ts` repeats
 * only one file.
 */
import { parseArgs } from 'node:util'
import { print } from './bootstrap/print.cjs'
import type { Counts } from './lib/counts.ts'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { keepBusy } from './lib/keep-busy.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, desktop, e2e, type Step } from './lib/steps.ts'

const LIMIT_SECONDS = 15 * 60

const { values, positionals: files } = parseArgs({
  options: {
    repeat: { type: 'string', default: '10' },
    'busy-processes': { type: 'string', default: '1' },
    only: { type: 'string' },
  },
  allowPositionals: true,
})

endWithParent()
process.chdir(root)
const busyProcesses = readCount('busy-processes')
const passes = Array.from({ length: readCount('repeat') }, (_, index) => index + 1)
const suites = [e2e, desktop].filter(isWanted)
if (suites.length === 0)
  stopWith('--only must be e2e or desktop, and files must be in tests/e2e or tests/desktop')
await ensureDebianPackages()
// A later pass starts only if enough time remains. The first pass may exceed the limit, in which case this
// timer ends it.
setTimeout(() => stopWith(`Stopped after ${LIMIT_SECONDS / 60} minutes.`), LIMIT_SECONDS * 1000).unref()
/** Duration of each suite's longest pass so far, in seconds. */
const longest = new Map<string, number>()
await runSteps([build, ...passes.flatMap((pass) => suites.map((suite) => toPass(suite, pass)))], files)

function isWanted({ name }: Step): boolean {
  if (values.only !== undefined) return values.only === name
  return files.length === 0 || files.some((file) => file.startsWith(`tests/${name}`))
}

/** Converts a suite to one pass, which is skipped if the remaining time is too short for it. */
function toPass({ name, run }: Step, pass: number): Step {
  return {
    name: `${name} ${pass}`,
    async run(filters): Promise<Counts> {
      const started = process.uptime()
      if (started + (longest.get(name) ?? 0) > LIMIT_SECONDS) {
        console.log(`Skipped: this pass would exceed the limit of ${LIMIT_SECONDS / 60} minutes.`)
        return { passed: 0, failed: 0 }
      }
      const stopBusyProcesses = keepBusy(busyProcesses)
      try {
        return await run(filters)
      } finally {
        stopBusyProcesses()
        longest.set(name, Math.max(longest.get(name) ?? 0, process.uptime() - started))
      }
    },
  }
}

function readCount(name: 'repeat' | 'busy-processes'): number {
  const count = Number(values[name])
  if (!Number.isInteger(count) || count < Number(name === 'repeat'))
    stopWith(`--${name} must be a whole number`)
  return count
}

function stopWith(message: string): never {
  print(message)
  process.exit(2)
}
