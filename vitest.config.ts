import { randomInt } from 'node:crypto'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/**
 * The folders of tests. Each is a project, so that `npx vitest --project api` runs one area and reports name
 * it.
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

/** True in `npm run test:full`, in which a whole generated set is one test. */
const isFull = process.env.FULL === '1'

/** Random input is the same in each `npm test` and new in each `npm run test:full`. `PROPERTY_SEED` repeats a run. */
const propertySeed = process.env.PROPERTY_SEED ?? String(isFull ? randomInt(2 ** 31) : 1)
console.log(`Random input of the tests uses PROPERTY_SEED=${propertySeed}.`)

/**
 * Reports whether an area needs Postgres. With `TEST_ENGINE=postgres`, the tests over HTTP run on that
 * engine.
 */
const needsPostgres = (area: string) =>
  area === 'engines' || (process.env.TEST_ENGINE === 'postgres' && ['server', 'api'].includes(area))

/** Tests of access and of payments, which also run on Postgres, regardless of the environment. */
const onPostgres = ['access-matrix', 'purchases', 'sale-races', 'sale-secrets', 'typed-prices']

/** Tests that depend on SQLite: its file, its query plans, or its schema. */
const aboutSqlite = [
  'actors',
  'sortable-lists',
  'backup',
  'car-pictures',
  'car-search',
  'cars-lists',
  'events',
  'export',
  'import-kill',
  'import-pictures',
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
].map((name) => `tests/server/${name}.test.ts`)

/**
 * Projects whose files run one after another in one process and share the server's modules. These take longer
 * to load than to test.
 */
const shareModules = ['contract', 'server', 'api', 'api on Postgres']

/** Tests that replace modules, or that test code that runs once when a module loads. */
const withOwnModules = ['images-worker', 'vin-data'].map((name) => `tests/server/${name}.test.ts`)

export default defineConfig({
  test: {
    // One worker fewer than cores would leave one of two cores idle.
    maxWorkers: '100%',
    projects: [
      ...areas.map((name) => project(name, [`tests/${name}/**/*.test.ts`], needsPostgres(name))),
      project('server alone', withOwnModules, needsPostgres('server')),
      project(
        'api on Postgres',
        onPostgres.map((name) => `tests/api/${name}.test.ts`),
        true,
        { TEST_ENGINE: 'postgres' },
      ),
    ],
  },
})

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
      // This applies regardless of the environment, and makes the server check each response against the
      // contract.
      env: { NODE_ENV: 'test', PROPERTY_SEED: propertySeed, ...env },
      include,
      isolate: !shareModules.includes(name),
      // Modules that read the platform find the web's, as in a browser.
      setupFiles: name === 'renderer' ? ['src-renderer/platform/choose-platform.ts'] : [],
      globalSetup: hasPostgres ? ['tests/support/postgres.global.ts'] : [],
      // The first run the console's tests many times, and the others start processes repeatedly.
      exclude: [
        ...(shareModules.includes(name) ? withOwnModules : []),
        ...(isFull ? [] : ['**/faults/**', '**/start-cluster.test.ts', '**/interrupted-move.test.ts']),
        ...(process.env.TEST_ENGINE === 'postgres' ? aboutSqlite : []),
      ],
      // Hooks start real servers and databases, which is slow if two cores run several at the same time.
      testTimeout: isFull ? 1_800_000 : 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      // The modules of this package import one another in a form that only bundlers understand.
      server: { deps: { inline: ['@zxing/library'] } },
    },
  }
}
