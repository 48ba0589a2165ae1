/**
 * `npm run bench`: how fast the server is, as ratios to others that run beside it: the floor (`node:http` with the same
 * bytes) and the usual (the same rows, Express and SQLite, no cache). `--quick` measures fewer cars, for two minutes.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { limits } from '../contract/limits.ts'
import { compare, slowestOf, type Pace, type Side } from './bench/compare.ts'
import { startContender, type Contender } from './bench/processes.ts'
import { printFigure, printRatio, printSpan, printTitle } from './bench/print.ts'
import { commonWords, pick, searches, written } from './bench/requests.ts'
import { say, step } from './bootstrap/say.cjs'
import { ownSettings } from './lib/default-settings.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { root } from './lib/root.ts'
import { prepareWorld, type LoadWorld } from './load/prepare-world.ts'

const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values
const sizes = quick ? [1_000, 20_000] : [1_000, 100_000, 1_000_000]
const pace: Pace = quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 2 }
const port = Number(process.env.BENCH_PORT ?? 4600)
const SECRET = 'c2lkZSBieSBzaWRlIGluIG9uZSBydW4sIG5ldmVyIGxpdmU'
const HOT = '/api/cars?category_name=Tesla'
/** Of a hundred requests one writes. */
const WRITES = 0.01

interface World extends LoadWorld {
  cars: number
  ours: Contender
  usual: Contender
}

endWithParent()
process.chdir(root)
const folder = mkdtempSync(join(tmpdir(), 'kerblight-bench-'))
try {
  await ensureBuilt()
  printTitle(cpus(), totalmem(), pace)
  for (const cars of sizes) {
    const world = await step(`Making ${cars.toLocaleString('en-US')} cars`, () => open(cars))
    await measure(world)
    await world.ours.stop()
    await world.usual.stop()
  }
  console.log(`Load while it ran: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`)
} catch (error) {
  say(await describeFailure(error))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function open(cars: number): Promise<World> {
  const place = join(folder, String(cars))
  mkdirSync(place)
  const env = {
    ...ownSettings(port, place),
    TOKEN_SECRET: SECRET,
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'warn',
    LIMITS: Object.keys(limits)
      .map((name) => `${name}=100000000`)
      .join(),
  }
  const world = await prepareWorld(env, cars)
  cpSync(join(place, 'kerblight.db'), join(place, 'usual.db'))
  const ours = await startContender('server/main.ts', { port, env, ready: '/api/readyz' })
  const args = [join(place, 'usual.db'), String(port + 1), SECRET]
  const usual = await startContender('scripts/bench/usual.ts', { port: port + 1, args, ready: '/api/readyz' })
  return { ...world, cars, ours, usual }
}

async function measure(world: World): Promise<void> {
  const { cars, ours, usual } = world
  console.log(`\n${cars.toLocaleString('en-US')} cars`)
  printFigure('started, until it answers', `${Math.round(ours.startMs)} ms`)
  printFigure('memory of the server, idle', `${Math.round(ours.memory() ?? NaN)} MB`)
  const to = (contender: Contender, path: string, headers = {}): Side => ({
    contender,
    request: () => written({ path, headers }),
  })

  const floor = await startFloor(ours)
  printRatio('cached list, to the floor', await compare(to(ours, HOT), to(floor, HOT), pace))
  const tag = { 'If-None-Match': await tagOf(ours) }
  printRatio('the same, not modified', await compare(to(ours, HOT, tag), to(floor, HOT, tag), pace))
  await floor.stop()

  printRatio('cached list while 1 % write a car, to it alone', await againstWrites(world, HOT))
  printRatio('facets while 1 % write a car, to them alone', await againstWrites(world, '/api/cars/facets'))

  for (const [name, search] of Object.entries(searches)) {
    const ask = (contender: Contender): Side => ({
      contender,
      request: () => written({ path: `/api/cars?${search()}&limit=20` }),
    })
    printRatio(`${name}, to the usual`, await compare(ask(ours), ask(usual), pace))
  }
  const review = (contender: Contender): Side => ({ contender, request: () => writeReview(world) })
  printRatio('signed-in durable write, to the usual', await compare(review(ours), review(usual), pace))

  const facets: Side = {
    contender: ours,
    request: () =>
      written({
        path: `/api/cars/facets?q=${pick(commonWords)}&yearMin=${2000 + Math.floor(Math.random() * 25)}`,
      }),
  }
  printSpan('facets of common words, one at a time, p99', await slowestOf(facets, 1, pace.seconds * 2))
  const others: Side = {
    contender: ours,
    request: () => written({ path: `/api/cars/${pick(world.carIds)}` }),
  }
  printSpan('a car, alone, p99', await slowestOf(others, 4, pace.seconds))
  const worst = slowestOf(facets, 8, pace.seconds * 2)
  printSpan('a car, while 8 ask for such facets, p99', await slowestOf(others, 4, pace.seconds))
  await worst
}

async function startFloor({ port: source }: Contender): Promise<Contender> {
  const args = [String(port + 2), `http://127.0.0.1:${source}${HOT}`]
  return startContender('scripts/bench/floor.ts', { port: port + 2, args, ready: '/' })
}

async function tagOf({ port }: Contender): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${HOT}`, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  return answer.headers.get('etag')!
}

async function againstWrites(world: World, path: string) {
  const { ours } = world
  const read = written({ path })
  const mixed: Side = { contender: ours, request: () => (Math.random() < WRITES ? writeCar(world) : read) }
  return compare(mixed, { contender: ours, request: () => read }, pace)
}

/** An admin puts a car on the home page. */
function writeCar({ adminToken, carIds }: World): string {
  const headers = { Authorization: `Bearer ${adminToken}` }
  return written({ method: 'PUT', path: `/api/cars/${pick(carIds)}/featured`, headers })
}

function writeReview({ tokens }: World): string {
  const headers = { Authorization: `Bearer ${pick(tokens)}` }
  return written({ path: '/api/review/add', headers, body: { rating: 4, reviewText: 'Fair and quick.' } })
}
