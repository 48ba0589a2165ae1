import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackages } from '../packages/check-packages.ts'
import { checkCommits } from './check-commits.ts'
import { countPlaywright, countVitest, type Counts } from './counts.ts'
import { ensureBuilt } from './ensure-built.ts'
import { ensureKeytar } from './keytar.ts'
import { root } from './root.ts'
import { runTool } from './run.ts'

/** A step of `npm run check` or `npm test`, printed under its own heading. */
export interface Step {
  name: string
  run(filters: string[]): Promise<Counts>
  /** Reruns the failed tests of the last `run`, one at a time and with a trace. */
  rerun?(): Promise<Counts>
}

const reports = join(root, 'test-results')

export const format = runOnce('format', () => runTool('oxfmt', ['--check']))
/** Uses one checker: each further one computes many types again, and other checks use the other cores. */
export const types = runOnce('types', () => runTool('typescript', ['--noEmit', '-p', '.', '--checkers', '1']))
/** Checks the packages' licenses, and asks the registry for security advisories. */
export const packages: Step = { name: 'packages', run: checkPackages }
export const unused = runOnce('unused code', () => runTool('knip', ['--no-progress']))
export const commits = runOnce('commits', checkCommits)
/** Uses one thread for the type-aware rules, for the same reason as `types`. */
export const lint = runOnce('lint', () =>
  runTool('oxlint', ['--type-aware', '--deny-warnings'], { env: { GOMAXPROCS: '1' } }),
)

/** Runs every vitest project: the unit tests, the API tests, and the tests of the project structure. */
export const unit = vitest('unit', { limitSeconds: 1800 })

const wholeSets = [
  'tests/api/sale-order.test.ts',
  'tests/api/bad-input.test.ts',
  'tests/desktop/hostile-settings.test.ts',
  'tests/server/import-kill.test.ts',
  'tests/server/import-property.test.ts',
  'tests/server/long-reverts.test.ts',
  'tests/cluster',
  'tests/engines/interrupted-move.test.ts',
  'tests/engines/same-searches.test.ts',
  'tests/engines/same-lists.test.ts',
]

/**
 * Runs the long generated tests: every order of the duplicated events, 200 rounds of random input per
 * endpoint part and setting, and 5,000 searches on both database engines.
 */
export const generated = vitest('generated', {
  files: wholeSets,
  env: {
    FULL: '1',
    FUZZ_RUNS: '200',
    IMPORT_KILLS: '200',
    REVERT_CARS: '20000',
    SAME_SEARCHES: '5000',
    SAME_LISTS: '500',
  },
  limitSeconds: 3600,
})

/** Runs the API tests on Postgres, and the server tests that are not specific to SQLite. */
export const postgresTests = vitest('on Postgres', {
  files: ['--project=api', '--project=server*', '--testTimeout=600000'],
  env: { TEST_ENGINE: 'postgres' },
  limitSeconds: 3600,
})

/** Removes each of the console's guards in turn. Each removal must make at least one test fail. */
export const mutationTests = vitest('seeded bugs', {
  files: ['tests/desktop/seeded-bugs'],
  env: { FULL: '1' },
  limitSeconds: 1800,
})

export const build = runOnce('build', () =>
  ensureBuilt().then(
    () => 0,
    () => 1,
  ),
)

const web: Suite = { project: 'web', limitSeconds: 1500 }
export const e2e = playwright('e2e', web)

/**
 * Tests the console on Electron if it is installed, and otherwise on the stand-in. The reports name the
 * program that was used.
 */
const console_: Suite = {
  project: 'desktop*',
  limitSeconds: 1500,
  prepare: ensureKeytar,
}
export const desktop = playwright('desktop', console_)

export const fullBrowserSuites: Step[] = [
  playwright('e2e', { ...web, env: { FULL: '1' }, limitSeconds: 3600 }),
  playwright('desktop', { ...console_, env: { FULL: '1' }, limitSeconds: 3600 }),
]

function vitest(
  name: string,
  { files = [], ...options }: { files?: string[]; env?: Record<string, string>; limitSeconds: number },
): Step {
  return {
    name,
    async run(filters) {
      const report = prepareReport(`${name}.json`)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const code = await runTool('vitest', ['run', ...reporters, ...files, ...filters], options)
      return countVitest(report, code)
    },
  }
}

interface Suite {
  project: string
  limitSeconds: number
  prepare?: () => Promise<void>
  env?: Record<string, string>
}

/** Runs Playwright against a dedicated server with fresh data. */
function playwright(name: string, { project, limitSeconds, prepare, env: suiteEnv }: Suite): Step {
  const env = { ...suiteEnv, PLAYWRIGHT_LAST_RUN_OUTPUT_FILE: join(reports, `${name}-last-run.json`) }

  async function runTests(args: string[], extraEnv: Record<string, string> = {}): Promise<Counts> {
    const report = prepareReport(`${name}.json`)
    const data = mkdtempSync(join(tmpdir(), `kerblight-${name}-`))
    try {
      const all = ['test', `--project=${project}`, ...args]
      const code = await runTool('@playwright/test', all, {
        env: { ...env, ...extraEnv, E2E_REPORT: report, E2E_DATA_DIR: data },
        limitSeconds,
      })
      return countPlaywright(report, code)
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }

  return {
    name,
    async run(filters) {
      await prepare?.()
      // If the user names test files, their long tests run as well.
      return runTests(filters, filters.length > 0 ? { FULL: '1' } : {})
    },
    rerun: () =>
      runTests(['--last-failed', '--workers=1', '--trace=on', `--output=${join(reports, `${name}-rerun`)}`]),
  }
}

/** Creates a step without individual tests. It passes or fails as a whole and counts as one test. */
function runOnce(name: string, check: () => Promise<number>): Step {
  return {
    name,
    async run() {
      const isFine = (await check()) === 0
      return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 }
    },
  }
}

/** Returns a report's path. Deletes the report of an earlier run, which could be mistaken for the new one. */
function prepareReport(name: string): string {
  mkdirSync(reports, { recursive: true })
  const file = join(reports, name)
  rmSync(file, { force: true })
  return file
}
