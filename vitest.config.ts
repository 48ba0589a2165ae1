import { defineConfig } from 'vitest/config'

/** One project a folder of tests, so that `npx vitest --project api` runs one area and reports name it. */
const areas = [
  'house',
  'contract',
  'server',
  'engines',
  'api',
  'sandbox',
  'art',
  'scripts',
  'renderer',
  'desktop',
]

/** `npm run test:full`: a generated set is one test. */
const isFull = process.env.FULL === '1'

export default defineConfig({
  test: {
    // A core less than there are would leave one of two idle.
    maxWorkers: '100%',
    projects: areas.map((name) => ({
      test: {
        name,
        environment: 'node',
        // Whatever the environment says: the server then checks each answer against the contract.
        env: { NODE_ENV: 'test' },
        include: [`tests/${name}/**/*.test.ts`],
        globalSetup: name === 'engines' ? ['tests/support/postgres.global.ts'] : [],
        // Each runs the console's tests many times over.
        exclude: isFull ? [] : ['**/faults/**'],
        // Real servers and databases start inside hooks; two cores may be busy with a neighbour's.
        testTimeout: isFull ? 1_800_000 : 20_000,
        hookTimeout: 60_000,
        // Its modules name one another as bundlers alone understand.
        server: { deps: { inline: ['@zxing/library'] } },
      },
    })),
  },
})
