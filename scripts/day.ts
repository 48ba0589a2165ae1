/**
 * `npm run day` runs twelve tasks of a dealer and an admin in the console, by keyboard only, on a server with 100,000
 * cars. It prints the table of docs/benchmarks/console.md. `--cars 20000` uses fewer cars, and `--shots DIR` saves
 * screenshots of each task to DIR, in both themes and at two widths.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { expected, print } from './bootstrap/print.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { buildIsolatedSettings } from './lib/default-settings.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { ensureKeytar } from './lib/keytar.ts'
import { describeMachine } from './lib/describe-machine.ts'
import { root } from './lib/root.ts'
import { run, runTool } from './lib/run.ts'

/** Number of these cars that belong to the dealer. */
const YARD = 1_000
const MINUTES = 15

const { cars, shots } = parseArgs({
  options: { cars: { type: 'string', default: '100000' }, shots: { type: 'string' } },
}).values
const folder = shots === undefined ? undefined : resolve(shots)
const port = Number(process.env.E2E_PORT ?? 4100)

endWithParent()
process.chdir(root)
const data = mkdtempSync(join(tmpdir(), 'kerblight-day-'))
try {
  await ensureDebianPackages()
  await ensureKeytar()
  await ensureBuilt()
  await makeCars()
  process.exitCode = await work()
  console.log(`${describeMachine()}, load ${loadavg()[0]!.toFixed(1)}.`)
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
} finally {
  rmSync(data, { recursive: true, force: true })
}

async function makeCars(): Promise<void> {
  const code = await run(process.execPath, [join('scripts', 'seed.ts'), '--cars', cars], {
    env: buildIsolatedSettings(port, data),
  })
  if (code !== 0) throw expected('The cars could not be made; see the message above.')
}

function work(): Promise<number> {
  const settings = ['--reporter=line', `--timeout=${MINUTES * 60_000}`, '--output=test-results/day']
  return runTool('@playwright/test', ['test', '--project=desktop*', ...settings, 'workday.spec.ts'], {
    env: {
      E2E_DATA_DIR: data,
      FULL: '1',
      DAY_YARD: String(YARD),
      ...(folder !== undefined && { DAY_SHOTS: folder }),
    },
  })
}
