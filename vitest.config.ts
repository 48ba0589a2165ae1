import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/**
 * One project per test folder, so `npx vitest --project api` runs a single area and reports name the area.
 */
const areas = [
  'house',
  'contract',
  'server',
  'engines',
  'cluster',
  'api',
  'sandbox',
  'art',
  'scripts',
  'renderer',
  'desktop',
]

/** True with `npm run test:full`, where a generated set is one test. */
const isFull = process.env.FULL === '1'

/** The seed of random input: constant in `npm test`, new in each `npm run test:full`. `PROPERTY_SEED` repeats a run. */
const propertySeed = process.env.PROPERTY_SEED ?? String(isFull ? randomInt(2 ** 31) : 1)
console.log(`Random input of the tests uses PROPERTY_SEED=${propertySeed}.`)

/** True if an area needs Postgres. With `TEST_ENGINE=postgres`, the tests over HTTP run on Postgres, too. */
const needsPostgres = (area: string) =>
  area === 'engines' || (process.env.TEST_ENGINE === 'postgres' && ['server', 'api'].includes(area))

/** The tests of permissions and money, which always run on Postgres, too. */
const onPostgres = [
  'access-matrix',
  'deal-decisions',
  'deals',
  'deposit-rules',
  'deposits',
  'purchases',
  'sale-races',
  'sale-secrets',
  ...(isFull
    ? [
        'deal-documents',
        'deal-refunds',
        'deal-returns',
        'deposit-refunds',
        'disputes',
        'payouts',
        'typed-prices',
      ]
    : []),
]

/** The tests of features that only SQLite has: a file, its query plans, its schema. */
const aboutSqlite = [
  'actors',
  'sortable-lists',
  'backup',
  'car-photos',
  'car-search',
  'cars-lists',
  'deal-process-kills',
  'events',
  'export',
  'import-kill',
  'import-photos',
  'installations',
  'integrity',
  'cacheable-responses',
  'ledger',
  'long-revert-kill',
  'makes',
  'market-streams',
  'newsletter-issues',
  'newsletter-kill',
  'photos',
  'related-cars',
  'reviews',
  'search-index',
  'shortlist-kill',
].map((name) => testFile('server', name))

/**
 * The projects whose test files share a process and the server's modules. Loading the modules takes longer
 * than the tests.
 */
const shareModules = ['contract', 'server', 'api', 'api on Postgres', 'engines']

/** The test files that replace modules or test a module's state, and therefore need their own modules. */
const withOwnModules = ['images-worker', 'vin-data'].map((name) => testFile('server', name))

/**
 * The projects whose modules Vite transforms, because they contain JSX or are replaced by `vi.mock`. Node loads the
 * modules of the others, as in production, which takes less CPU time.
 */
const needsVite = ['renderer', 'desktop', 'server alone']

export default defineConfig({
  test: {
    // With one worker less than the number of cores, a machine with two cores would leave one idle.
    maxWorkers: '100%',
    projects: [
      ...areas.map((name) => project(name, [`tests/${name}/**/*.test.ts`], needsPostgres(name))),
      project('server alone', withOwnModules, needsPostgres('server')),
      project(
        'api on Postgres',
        onPostgres.map((name) => testFile('api', name)),
        true,
        { TEST_ENGINE: 'postgres' },
      ),
    ],
  },
})

/**
 * Returns the path of a test file in this configuration.
 * @throws if there is no such file, for example because it was renamed
 */
function testFile(folder: string, name: string): string {
  const path = `tests/${folder}/${name}.test.ts`
  if (!existsSync(join(import.meta.dirname, path)))
    throw new Error(`vitest.config.ts names a missing file: ${path}`)
  return path
}

function project(
  name: string,
  include: string[],
  hasPostgres: boolean,
  env: Record<string, string> = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      environment: 'node',
      // In test mode, the server checks each response against the contract.
      env: { NODE_ENV: 'test', PROPERTY_SEED: propertySeed, ...env },
      include,
      isolate: !shareModules.includes(name),
      experimental: { viteModuleRunner: needsVite.includes(name), nodeLoader: false },
      // Modules that detect the host find the web, as in a browser.
      setupFiles: name === 'renderer' ? ['src-renderer/platform/choose-platform.ts'] : [],
      globalSetup: hasPostgres ? ['tests/support/postgres.global.ts'] : [],
      // The first folder runs the console's tests many times; the others restart processes many times.
      exclude: [
        ...(shareModules.includes(name) ? withOwnModules : []),
        ...(isFull ? [] : ['**/seeded-bugs/**', '**/start-cluster.test.ts', '**/interrupted-move.test.ts']),
        ...(process.env.TEST_ENGINE === 'postgres' ? aboutSqlite : []),
      ],
      // Hooks start real servers and databases, which is slow if several start concurrently on two cores.
      testTimeout: isFull ? 1_800_000 : 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      // The modules of this package import each other in a way that only bundlers understand.
      server: { deps: { inline: ['@zxing/library'] } },
    },
  }
}
