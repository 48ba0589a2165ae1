/**
 * `npm run bench` measures the server's speed as ratios to two servers on the same machine. The ceiling is
 * `node:http` with the same bytes. The baseline serves the same rows with Express and SQLite, without a
 * cache.
 * - `--quick` measures fewer cars in shorter rounds and takes two minutes.
 * - `--cars 1000,50000` sets the numbers of cars.
 * - `--files` measures only a dealer's files, within a minute. Without it, the files come last, and `--quick`
 * skips them.
 * - `--postgres` only compares Postgres with SQLite and two processes with one, and measures Postgres itself,
 * with 10,000 cars.
 */
import { chmodSync, closeSync, cpSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatNumber } from '../contract/number-format.ts'
import { limits } from '../contract/api/limits.ts'
import { loadConfig } from '../server/config/config.ts'
import { printCarDuringSearches } from './bench/concurrent-with-search.ts'
import { compare, FEW, measureMedianTime, measureP99, type Pace, type Side } from './bench/compare.ts'
import { measureFiles } from './bench/files.ts'
import { printFigure, printFile, printRatio, printSpan, printTitle } from './bench/print.ts'
import { measureConsole } from './bench/console.ts'
import { benchPostgres } from './bench/bench-postgres.ts'
import { buy } from './bench/purchases.ts'
import { searches, worstSearches } from './bench/searches.ts'
import { print, step } from './bootstrap/print.cjs'
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { buildIsolatedSettings } from './lib/default-settings.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { getChromium } from './lib/chromium.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'
import { startSandbox } from './lib/sandbox.ts'
import { prepareLoad, type LoadSetup } from './load/prepare-load.ts'
import { startServerProcess, type ServerProcess } from './load/processes.ts'
import { pick } from './load/random.ts'
import { buildRequest } from './load/request.ts'
import { median } from './load/statistics.ts'

const {
  quick,
  cars: requestedCars,
  files,
  postgres,
} = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    cars: { type: 'string' },
    files: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
}).values
const sizes = requestedCars?.split(',').map(Number) ?? (quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000])
const pace: Pace = quick
  ? { rounds: 3, seconds: 0.25 }
  : postgres
    ? { rounds: 3, seconds: 0.75 }
    : { rounds: 5, seconds: 1.5 }
const port = Number(process.env.BENCH_PORT ?? 4600)
const SECRET = 'c2lkZSBieSBzaWRlIGluIG9uZSBydW4sIG5ldmVyIGxpdmU'
const HOT = '/api/cars?category_name=Tesla'
/** Share of requests that write. */
const WRITES = 0.01
const BUYERS = 32
/** Delay in milliseconds after a start. By then, the server's one-time startup work is done. */
const IDLE_MS = 5_000

interface BenchSetup extends LoadSetup {
  cars: number
  env: Record<string, string>
  ours: ServerProcess
  baseline: ServerProcess
}

type Measure = (setup: BenchSetup) => Promise<void>

/** The measurements, in order. The sale comes last, since it takes cars off the market. */
const measures: Measure[] = [
  start,
  hotReads,
  readsDuringWrites,
  filteredSearches,
  worst,
  allCars,
  writes,
  pages,
  sales,
]
/** The 99th percentile in milliseconds for each search, measured with the first number of cars. */
const slowestOfFew = new Map<string, number>()

if (sizes.some((cars) => !Number.isInteger(cars) || cars < 1)) {
  print('--cars takes whole numbers, with commas between them.')
  process.exit(2)
}
endWithParent()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'kerblight-bench-'))
try {
  if (!files && !postgres) {
    await ensureDebianPackages()
    getChromium()
  }
  await ensureBuilt()
  printTitle(pace)
  for (const cars of files || postgres ? [] : sizes) {
    const setup = await step(`Making ${formatNumber(cars)} cars`, () => open(cars))
    console.log(`\n${formatNumber(cars)} cars`)
    for (const measure of measures) await measure(setup)
    await setup.ours.stop()
    await setup.baseline.stop()
  }
  if (postgres) await postgresTests()
  else if (!quick || files) await benchDealerFiles()
  console.log(`Load while it ran: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`)
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// After a failed run, this also ends the servers that are still running.
process.exit()

async function open(cars: number): Promise<BenchSetup> {
  const dataDir = join(folder, String(cars))
  mkdirSync(dataDir)
  const env = buildBenchSettings(dataDir)
  const setup = await prepareLoad(env, cars)
  const [our, baselineFile] = [join(dataDir, 'kerblight.db'), join(dataDir, 'usual.db')]
  cpSync(our, baselineFile)
  for (const file of [our, baselineFile]) waitForDisk(file)
  const ours = await startOurs(env)
  const args = [baselineFile, String(port + 1), SECRET]
  const baseline = await startServerProcess('scripts/bench/baseline-express.ts', {
    port: port + 1,
    args,
    ready: '/api/readyz',
  })
  return { ...setup, cars, env, ours, baseline }
}

function buildBenchSettings(dataDir: string): Record<string, string> {
  return {
    ...buildIsolatedSettings(port, dataDir),
    TOKEN_SECRET: SECRET,
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'warn',
    LIMITS: Object.keys(limits)
      .map((name) => `${name}=100000000`)
      .join(),
  }
}

/**
 * Runs the Postgres benchmark. The default of 10,000 cars is low, because they are created in one database
 * and then copied to the other.
 */
async function postgresTests(): Promise<void> {
  // If the current user is root, Postgres runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const cars = requestedCars === undefined ? 10_000 : sizes[0]!
  await benchPostgres({ cars, env: buildBenchSettings(join(folder, 'data')), pace })
}

/** Flushes the file to disk, so pending writes do not disturb the measurements. */
function waitForDisk(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

function startOurs(env: Record<string, string>): Promise<ServerProcess> {
  return startServerProcess('server/serve.ts', { port, env, ready: '/api/readyz' })
}

async function benchDealerFiles(): Promise<void> {
  const figures = await step('A dealer’s files', () =>
    measureFiles(buildBenchSettings(join(folder, 'files')), IDLE_MS),
  )
  console.log(
    '\nA dealer’s files: seconds, longest turn and latest of the server’s thread, memory beyond before',
  )
  for (const figure of figures) printFile(figure)
}

/**
 * Measures repeated starts, as after an update. The first start also makes a backup and compiles the modules,
 * so it does not count.
 */
async function start(setup: BenchSetup): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < pace.rounds; round++) {
    await setup.ours.stop()
    setup.ours = await startOurs(setup.env)
    times.push(setup.ours.startMs)
  }
  await sleep(IDLE_MS)
  printFigure('time from start to first response, median', `${Math.round(median(times))} ms`)
  printFigure('memory of the server, idle', `${Math.round(setup.ours.memory() ?? NaN)} MB`)
}

async function hotReads({ ours }: BenchSetup): Promise<void> {
  const toSide = (server: ServerProcess, headers = {}): Side => ({
    server,
    request: () => buildRequest({ path: HOT, headers }),
  })
  const args = [String(port + 2), `http://127.0.0.1:${ours.port}${HOT}`]
  const floor = await startServerProcess('scripts/bench/node-http-ceiling.ts', {
    port: port + 2,
    args,
    ready: '/',
  })
  printRatio('cached list, vs. node:http', await compare(toSide(ours), toSide(floor), pace))
  const tag = { 'If-None-Match': await fetchTag(ours) }
  printRatio('  not modified, vs. node:http', await compare(toSide(ours, tag), toSide(floor, tag), pace))
  await floor.stop()
}

async function fetchTag({ port }: ServerProcess): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${HOT}`, { headers: { 'accept-encoding': 'br' } })
  await response.arrayBuffer()
  return response.headers.get('etag')!
}

async function readsDuringWrites(setup: BenchSetup): Promise<void> {
  const measureDuringWrites = (path: string) => {
    const request = buildRequest({ path })
    const mixed = () => (Math.random() < WRITES ? writeCar(setup) : request)
    return compare(
      { server: setup.ours, request: mixed },
      { server: setup.ours, request: () => request },
      pace,
    )
  }
  printRatio('cached list while 1% write a car, vs. no writes', await measureDuringWrites(HOT))
  printRatio('facets while 1% write a car, vs. no writes', await measureDuringWrites('/api/cars/facets'))
}

/** Builds a request that features a car on the home page. */
function writeCar({ adminToken, carIds }: BenchSetup): string {
  return buildRequest({ method: 'PUT', path: `/api/cars/${pick(carIds)}/featured`, token: adminToken })
}

async function filteredSearches({ ours, baseline }: BenchSetup): Promise<void> {
  for (const [name, search] of Object.entries(searches)) {
    const toSide = (server: ServerProcess): Side => ({
      server,
      request: () => buildRequest({ path: `/api/cars?${search()}&limit=20` }),
    })
    printRatio(`${name}, vs. baseline`, await compare(toSide(ours), toSide(baseline), pace))
    compareSizes(name, await measureP99(toSide(ours), FEW, pace.seconds * 2))
  }
}

function compareSizes(name: string, slowest: number): void {
  const firstResult = slowestOfFew.get(name)
  printSpan('  Kerblight, four at a time, p99', slowest)
  if (firstResult === undefined) slowestOfFew.set(name, slowest)
  else printFigure(`  vs. ${formatNumber(sizes[0]!)} cars`, (slowest / firstResult).toFixed(2))
}

async function allCars({ ours, adminToken }: BenchSetup): Promise<void> {
  const { tasks, slowestCallMs, rows } = await measureConsole(ours.port, adminToken)
  printSpan(`longest task of a console's list (${tasks[0]!.doing})`, tasks[0]!.ms)
  printSpan('its slowest call', slowestCallMs)
  printFigure('maximum rows rendered', String(rows))
}

async function worst({ ours, carIds }: BenchSetup): Promise<void> {
  for (const [name, path] of Object.entries(worstSearches))
    printSpan(
      `${name}, one at a time, p99`,
      await measureP99({ server: ours, request: () => buildRequest({ path: path() }) }, 1, pace.seconds * 2),
    )
  await printCarDuringSearches(ours, carIds, pace.seconds)
}

async function writes({ ours, baseline, tokens }: BenchSetup): Promise<void> {
  const review = (server: ServerProcess): Side => ({
    server,
    request: () =>
      buildRequest({
        path: '/api/review/add',
        token: pick(tokens),
        body: { rating: 4, reviewText: 'Fair and quick.' },
      }),
  })
  printRatio('signed-in durable write, vs. baseline', await compare(review(ours), review(baseline), pace))
}

async function pages({ ours, carIds }: BenchSetup): Promise<void> {
  const fresh = carIds.values()
  const request = () => buildRequest({ path: `/car/${fresh.next().value ?? pick(carIds)}` })
  printSpan('a car’s page, uncached, p50', await measureMedianTime({ server: ours, request }, pace.seconds))
}

async function sales(setup: BenchSetup): Promise<void> {
  const config = loadConfig(setup.env)
  const sandbox = startSandbox(config)
  await sandbox.ready
  const { histories, cores } = await buy(setup, config, { buyers: BUYERS, seconds: pace.seconds * 4 })
  printFigure('purchases to paid, 32 buyers', `${histories.toFixed(1)} /s`)
  printFigure('  CPU use of the server', `${cores.toFixed(2)} cores`)
  await sandbox.stop()
}
