import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { formatNumber } from '../../contract/number-format.ts'
import { loadConfig } from '../../server/config/config.ts'
import { moveData } from '../../server/db/engines/move/move-data.ts'
import { takeSource } from '../../server/db/engines/move/source.ts'
import { readPostgresAddress, type PostgresAddress } from '../../server/config/postgres-address.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { step } from '../bootstrap/print.cjs'
import { startPostgres } from '../cluster/postgres-server.ts'
import { startSandbox } from '../lib/sandbox.ts'
import { prepareLoad, type LoadSetup } from '../load/prepare-load.ts'
import { startServerProcess, type ServerProcess } from '../load/processes.ts'
import { pick } from '../load/random.ts'
import { buildRequest } from '../load/request.ts'
import { printCarDuringSearches } from './concurrent-with-search.ts'
import { compare, type Pace } from './compare.ts'
import { measureCpu, printCores, printCost, printNotices, printSizes } from './postgres-costs.ts'
import { printFigure, printRatio } from './print.ts'
import { buy } from './purchases.ts'
import { searches, worstSearches } from './searches.ts'

const BUYERS = 8

/** The same product with the same cars in three variants, each with its own database. */
interface BenchVariants {
  sqlite: ServerProcess
  one: ServerProcess
  /** Two server processes behind the proxy. */
  two: ServerProcess
}

interface Options {
  cars: number
  /** The environment of a server on SQLite, including its port. The next four ports are used as well. */
  env: Record<string, string>
  pace: Pace
}

/**
 * Compares the server on Postgres with itself on SQLite, and two processes with one. Covers cached and
 * uncached reads, search, writes, and sales.
 */
export async function benchPostgres({ cars, env, pace }: Options): Promise<void> {
  const setup = await step(`Making ${formatNumber(cars)} cars`, () => prepareLoad(env, cars))
  // With a data folder, Postgres is as durable as SQLite, so the comparison is fair.
  const data = `${env.DATA_DIR}-postgres`
  const postgres = await startPostgres(data)
  const [firstUrl, secondUrl] = await step('Moving them to Postgres', () => moveTwice(env, postgres.url))
  const variants = await startVariants(env, firstUrl, secondUrl)
  console.log(`\n${formatNumber(cars)} cars, on Postgres`)
  await printSizes(firstUrl, cars)
  for (const [name, request] of Object.entries(buildRequests(setup))) {
    const side = (server: ServerProcess) => ({ server, request })
    printRatio(`${name}, vs. SQLite`, await compare(side(variants.one), side(variants.sqlite), pace))
    printRatio('  two processes, vs. one', await compare(side(variants.two), side(variants.one), pace))
  }
  await printCarDuringSearches(variants.one, setup.carIds, pace.seconds * 2)
  const ours = findPostmaster(data)
  await printNotices(firstUrl, pace.seconds * 2)
  for (const [name, request] of Object.entries({ ...buildRequests(setup), ...buildCarRequests(setup) }))
    await printCost(name, { server: variants.one, request }, ours, pace.seconds * 2)
  for (const [name, server] of Object.entries(variants)) {
    const cpuBefore = measureCpu({ server: server.pid, postgres: ours })
    const sold = await sell(setup, server, env, { buyers: BUYERS, seconds: pace.seconds * 3 })
    printFigure(
      `purchases to paid, ${BUYERS} buyers, ${inWords[name as keyof BenchVariants]}`,
      `${sold.toFixed(1)} /s`,
    )
    if (name === 'one')
      printCores(
        'a purchase',
        cpuBefore,
        measureCpu({ server: server.pid, postgres: ours }),
        sold * pace.seconds * 3,
      )
  }
  await Promise.all(Object.values(variants).map((server) => server.stop()))
  await postgres.stop()
}

const inWords = { sqlite: 'SQLite', one: 'Postgres', two: 'Postgres, two processes' }

const buildRequests = ({ tokens }: LoadSetup): Record<string, () => string> => ({
  'cached list': () => buildRequest({ path: '/api/cars?category_name=Tesla' }),
  'filtered list, uncached': () =>
    buildRequest({ path: `/api/cars?${searches['color and fuel, newest']!()}&limit=20` }),
  'facets for a common word': () => buildRequest({ path: worstSearches['facets for a common word']!() }),
  'signed-in durable write': () =>
    buildRequest({
      path: '/api/review/add',
      token: pick(tokens),
      body: { rating: 4, reviewText: 'Fair and quick.' },
    }),
})

/**
 * Requests for random car pages, and writes. Each write also invalidates the make's cached responses and adds
 * to the ledger.
 */
const buildCarRequests = ({ adminToken, carIds }: LoadSetup): Record<string, () => string> => ({
  'a car’s page': () => buildRequest({ path: `/car/${pick(carIds)}` }),
  'putting a car on the home page': () =>
    buildRequest({ method: 'PUT', path: `/api/cars/${pick(carIds)}/featured`, token: adminToken }),
})

/**
 * Returns the process ID of the Postgres server that uses this data folder
 * (postgresql.org/docs/current/storage-file-layout.html).
 */
const findPostmaster = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Moves the data to one Postgres database and copies it to a second one. Returns the URLs of both. */
async function moveTwice(env: Record<string, string>, url: string): Promise<[string, string]> {
  const [firstUrl, secondUrl] = [new URL(url), new URL(url)]
  firstUrl.pathname = '/one'
  secondUrl.pathname = '/two'
  const { db, close } = await openPostgres({ url, shown: url })
  await sql`create database one`.execute(db)
  const source = takeSource(loadConfig(env).databaseFile)
  await moveData(source, readPostgresAddress(firstUrl.href) as PostgresAddress, {
    onStep() {},
    onRows() {},
  })
  source.close()
  await sql`create database two template one`.execute(db)
  await sql`checkpoint`.execute(db)
  await close()
  return [firstUrl.href, secondUrl.href]
}

async function startVariants(
  env: Record<string, string>,
  firstUrl: string,
  secondUrl: string,
): Promise<BenchVariants> {
  const first = Number(env.PORT)
  const start = (port: number, databaseUrl = '') =>
    startServerProcess('server/serve.ts', {
      port,
      env: { ...env, PORT: String(port), DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback' },
      ready: '/api/readyz',
    })
  const sqlite = await start(first)
  const single = await start(first + 1, firstUrl)
  const pair = [await start(first + 2, secondUrl), await start(first + 3, secondUrl)]
  const origins = pair.map(({ port }) => `http://127.0.0.1:${port}`)
  const port = first + 4
  const proxy = await startServerProcess('scripts/bench/proxy.ts', {
    port,
    args: [String(port), ...origins],
    ready: '/api/readyz',
  })
  const stop = async () => void (await Promise.all([proxy, ...pair].map((each) => each.stop())))
  return { sqlite, one: single, two: { ...proxy, stop } }
}

/** Sells cars in a sandbox, and returns the number of sales per second. */
async function sell(
  setup: LoadSetup,
  ours: ServerProcess,
  env: Record<string, string>,
  work: { buyers: number; seconds: number },
): Promise<number> {
  const config = loadConfig({ ...env, PORT: String(ours.port) })
  const sandbox = startSandbox(config)
  await sandbox.ready
  const { histories } = await buy({ ...setup, ours }, config, work)
  await sandbox.stop()
  return histories
}
