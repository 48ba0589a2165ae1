/**
 * `npm run day`: twelve jobs of a dealer's and an admin's day in the console, by keyboard alone, on a server with 100,000
 * cars, and what each of them took: the table of docs/benchmarks/console.md. `--cars 20000` has fewer; `--shots DIR` takes pictures
 * of each job there, in both themes and at two widths.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { expected, say } from './bootstrap/say.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { ownSettings } from './lib/default-settings.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { ensureKeytar } from './lib/keytar.ts'
import { machineInWords } from './lib/machine-in-words.ts'
import { root } from './lib/root.ts'
import { run, runTool } from './lib/run.ts'

/** Of these cars, the dealer's own. */
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
  console.log(`${machineInWords()}, load ${loadavg()[0]!.toFixed(1)}.`)
} catch (error) {
  say(await describeFailure(error))
  process.exitCode = 1
} finally {
  rmSync(data, { recursive: true, force: true })
}

async function makeCars(): Promise<void> {
  const code = await run(process.execPath, [join('scripts', 'seed.ts'), '--cars', cars], {
    env: ownSettings(port, data),
  })
  if (code !== 0) throw expected('The cars could not be made; the message above says why.')
}

function work(): Promise<number> {
  const settings = ['--reporter=line', `--timeout=${MINUTES * 60_000}`, '--output=test-results/day']
  return runTool('@playwright/test', ['test', '--project=desktop*', ...settings, 'day.spec.ts'], {
    env: {
      E2E_DATA_DIR: data,
      FULL: '1',
      DAY_YARD: String(YARD),
      ...(folder !== undefined && { DAY_SHOTS: folder }),
    },
  })
}
