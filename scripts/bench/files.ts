import { setTimeout as sleep } from 'node:timers/promises'
import { feedKinds, feedNames } from '../../contract/feed-names.ts'
import { formatNumber } from '../../contract/number-format.ts'
import { exportFormats } from '../../contract/api/list-export.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { startServerProcess } from '../load/processes.ts'
import { dealerCalls, drain } from './dealer-calls.ts'
import { generateCarNumbers, prepareDealership, type Dealership } from './dealership.ts'
import type { Watched } from './watched.ts'

export interface FileFigure extends Watched {
  what: string
  seconds: number
  /** Growth of the process's memory, in megabytes. */
  grown: number
}

const CARS = 10_000
/** Number of rows in the imported CSV file. Half of them match cars that the dealer already has. */
const ROWS = 5_000

/**
 * Imports a CSV file, fetches feeds, and exports a list, one after another, on a dedicated server.
 * @param env the server's environment, including its port
 * @param idleMs the delay in milliseconds until the server's one-time startup work is done
 */
export async function measureFiles(env: Record<string, string>, idleMs: number): Promise<FileFigure[]> {
  const port = Number(env.PORT)
  const dealership = await prepareDealership(env, CARS)
  const program = 'scripts/bench/watched.ts'
  const server = await startServerProcess(program, {
    port,
    env: { ...env, WATCH_PORT: String(port + 1) },
    ready: '/api/readyz',
  })
  await sleep(idleMs)
  const figures: FileFigure[] = []
  for (const [task, work] of await steps(port, dealership)) figures.push(await measure(port + 1, task, work))
  await server.stop()
  return figures
}

async function measure(watch: number, task: string, work: () => Promise<void>): Promise<FileFigure> {
  const readMeasurements = async () => (await (await fetch(`http://127.0.0.1:${watch}`)).json()) as Watched
  await readMeasurements()
  const { memory: before } = await readMeasurements()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const measured = await readMeasurements()
  return { what: task, seconds, ...measured, grown: measured.memory - before }
}

type Step = [what: string, work: () => Promise<void>]

async function steps(port: number, { token, adminToken }: Dealership): Promise<Step[]> {
  const server = `http://127.0.0.1:${port}`
  const dealer = dealerCalls(server, token)
  const cars = `${formatNumber(CARS)} cars`
  const rows = `${formatNumber(ROWS)} rows`
  const feeds: Step[] = []
  for (const kind of feedKinds) {
    const path = await dealer.addFeed(kind)
    feeds.push([`feed: ${feedNames[kind]}, ${cars}`, () => drain(server + path)])
  }
  let id = ''
  return [
    [`${rows}, read`, async () => void (id = await dealer.read(buildRowsFile()))],
    [`${rows}, put in`, () => dealer.apply(id)],
    ...feeds,
    ...exportFormats.map((format): Step => [
      `list of all cars as ${format}, ${cars}`,
      () =>
        drain(`${server}${apiPath('listAllCars')}?format=${format}`, {
          authorization: `Bearer ${adminToken}`,
        }),
    ]),
  ]
}

const header =
  'stock,vin,year,make,model,body,mileage,price_current,exterior,transmission,drive_type,description'
const SAID = `"Well kept. ${'One owner, all services, ready to go. '.repeat(15)}"`

/** Returns the content of a CSV file, as a dealer's inventory system would write it. */
function buildRowsFile(): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const { stock_no, vin, year } = generateCarNumbers(CARS - ROWS / 2 + row)
    const facts = ['Hatchback', 60_000 + row, 9_000 + row, 'Blue', 'Automatic', 'FWD', SAID]
    return [stock_no, vin, year, 'Ford', 'C-Max', ...facts].join()
  })
  return [header, ...rows].join('\n')
}
