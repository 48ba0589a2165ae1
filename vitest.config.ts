import { randomInt } from 'node:crypto'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** One project a folder of tests, so that `npx vitest --project api` runs one area and reports name it. */
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

/** `npm run test:full`: a generated set is one test. */
const isFull = process.env.FULL === '1'

/** Random input is the same in each `npm test` and new in each `npm run test:full`. `PROPERTY_SEED` repeats a run. */
const propertySeed = process.env.PROPERTY_SEED ?? String(isFull ? randomInt(2 ** 31) : 1)
console.log(`Random input of the tests uses PROPERTY_SEED=${propertySeed}.`)

/** `TEST_ENGINE=postgres`: the tests over HTTP run on that engine. */
const needsPostgres = (area: string) =>
  area === 'engines' || (process.env.TEST_ENGINE === 'postgres' && ['server', 'api'].includes(area))

/** Who may do what, and what becomes of money, on Postgres, too, whatever the environment says. */
const onPostgres = ['access-matrix', 'purchases', 'sale-races', 'sale-secrets', 'typed-prices']

/** What these look at is SQLite's: a file, its plans of queries, its schema. */
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

/** Their files run in one process after the other and share the server's modules, which take longer to load than to test. */
const shareModules = ['contract', 'server', 'api', 'api on Postgres']

/** These replace modules, or test what a module loads once. */
const withOwnModules = ['images-worker', 'vin-data'].map((name) => `tests/server/${name}.test.ts`)

export default defineConfig({
  test: {
    // A core less than there are would leave one of two idle.
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
      // Whatever the environment says: the server then checks each answer against the contract.
      env: { NODE_ENV: 'test', PROPERTY_SEED: propertySeed, ...env },
      include,
      isolate: !shareModules.includes(name),
      // What reads the host finds the web's, as in a browser.
      setupFiles: name === 'renderer' ? ['src-renderer/platform/choose-platform.ts'] : [],
      globalSetup: hasPostgres ? ['tests/support/postgres.global.ts'] : [],
      // The first run the console's tests many times over, the others start processes again and again.
      exclude: [
        ...(shareModules.includes(name) ? withOwnModules : []),
        ...(isFull ? [] : ['**/faults/**', '**/start-cluster.test.ts', '**/interrupted-move.test.ts']),
        ...(process.env.TEST_ENGINE === 'postgres' ? aboutSqlite : []),
      ],
      // Real servers and databases start inside hooks; they are slow where two cores run several at once.
      testTimeout: isFull ? 1_800_000 : 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      // Its modules name one another as bundlers alone understand.
      server: { deps: { inline: ['@zxing/library'] } },
    },
  }
}
