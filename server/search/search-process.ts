import { fork, type ChildProcess } from 'node:child_process'
import { env as environment } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ProblemError } from '../../contract/api/problems.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import type { Statement } from '../db/list.ts'
import { yieldToRequests } from '../system/bounded-process.ts'
import type { SortedCars, AllCarsQuery } from './sort-and-filter-cars.ts'
import type { CarSearch } from './car-search.ts'
import type { DatedFilters } from './car-filters.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'
import type { PriceAnswer, PriceQuery, Relabeled, RelabelRequest } from './prices/price-index.ts'
import { createQueryQueue, type QueryQueue, type SearchClient } from './query-queue.ts'

export type SearchQuery =
  | { find: CarQuery }
  | { count: DatedFilters }
  | { sortAndFilter: AllCarsQuery }
  | { read: readonly Statement[] }
  | { price: PriceQuery }
  | { relabel: RelabelRequest }

export interface NumberedQuery {
  id: number
  query: SearchQuery
}

/**
 * The search process's messages. First it reports that it can search but is still reading. Later messages are
 * its responses, or report that the database cannot be reached.
 */
export type SearchResponse =
  | { ready: true }
  | { id: number; found: unknown }
  | { id: number; failed: string }
  | { id: number; lost: true }

export interface SearchProcessOptions {
  /** Maximum duration of one search. */
  timeoutMs?: number
  program?: string
}

interface PendingQuery {
  query: SearchQuery
  resolve(found: unknown): void
  reject(error: Error): void
}

/** The queries of one kind: those that were sent to the process and those still waiting. */
interface Lane {
  /**
   * Maximum number of queries sent at the same time. It keeps the process busy without making a new client
   * wait long.
   */
  maxSent: number
  queue: QueryQueue<PendingQuery>
  sent: Map<number, PendingQuery>
}

/**
 * The kinds of queries, one lane each. Searches in memory never wait for row searches, which take the
 * longest.
 */
type LaneName = 'listed' | 'allCars' | 'rows'

function chooseLane(query: SearchQuery): LaneName {
  if ('read' in query) return 'rows'
  return 'sortAndFilter' in query ? 'allCars' : 'listed'
}

function createLane(maxSent: number): Lane {
  return { maxSent, queue: createQueryQueue(), sent: new Map() }
}

/** The client that the server's own searches use. */
const SERVER_CLIENT: SearchClient = { network: '', accountId: null }

const PROGRAM = fileURLToPath(new URL('./search-program.ts', import.meta.url))
const TIMEOUT_MS = 10_000
/** Maximum number of queries per lane, waiting or sent. If there were more, the last would time out. */
const MAX_QUERIES = 256
/** Time limit for the process to load the listed cars at startup. */
const START_MS = 120_000

/**
 * Creates a search that runs in its own process. A search does not delay other requests,
 * even if it scans many cars. If the process ends, it is restarted for the next query. Queries are served round-robin by
 * network and, within a network, by account.
 * @param place the location of the database. It is passed through the environment, since other users can see
 * a process's arguments
 */
export function createSearchProcess(
  place: string,
  log: Logger,
  { timeoutMs = TIMEOUT_MS, program = PROGRAM }: SearchProcessOptions = {},
): CarSearch {
  const lanes: Record<LaneName, Lane> = { listed: createLane(8), allCars: createLane(8), rows: createLane(2) }
  const all = Object.values(lanes)
  let lastId = 0
  let process: ChildProcess | null = null
  let isReady = false
  let timer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // The process has no memory limit: its memory grows with the number of cars, not with one request. It
    // reads no untrusted files.
    const child = fork(program, [], {
      env: { ...environment, SEARCHED_DATABASE: place },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    yieldToRequests(child)
    isReady = false
    child.on('message', (response: SearchResponse) => {
      if (process === child) handle(response)
    })
    child.on('error', (error) => handleEnd(child, error))
    child.on('exit', (code, signal) => handleEnd(child, signal ?? code))
    return child
  }

  function handle(response: SearchResponse): void {
    isReady = true
    if ('id' in response) {
      const lane = all.find(({ sent }) => sent.has(response.id))
      if (lane) {
        settle(lane.sent.get(response.id)!, response)
        lane.sent.delete(response.id)
        sendNext(lane)
      }
    }
    restartTimer()
  }

  function settle(
    { resolve, reject }: PendingQuery,
    response: Exclude<SearchResponse, { ready: true }>,
  ): void {
    if ('found' in response) return resolve(response.found)
    if ('lost' in response) return reject(new DatabaseLostError())
    log.error({ reason: response.failed }, 'a search failed')
    reject(new ProblemError('internal'))
  }

  function handleEnd(child: ChildProcess, reason: unknown): void {
    if (process !== child) return
    process = null
    log.warn({ reason }, 'the search process ended')
    rejectSent()
    for (const lane of all) sendNext(lane)
  }

  function rejectSent(): void {
    clearTimeout(timer)
    for (const { sent } of all) {
      for (const { reject } of sent.values()) reject(unavailable())
      sent.clear()
    }
  }

  function rejectWaiting(): void {
    for (const { queue } of all)
      for (let next = queue.shift(); next; next = queue.shift()) next.reject(unavailable())
  }

  /**
   * Limits the run time of the current query. The process may be stuck in a loop or in SQLite's code,
   * which only a kill can interrupt.
   */
  function restartTimer(): void {
    clearTimeout(timer)
    if (all.some(({ sent }) => sent.size > 0))
      timer = setTimeout(() => process?.kill('SIGKILL'), isReady ? timeoutMs : START_MS)
  }

  function sendNext({ maxSent, queue, sent }: Lane): void {
    while (sent.size < maxSent && queue.size > 0) {
      const isIdle = all.every((lane) => lane.sent.size === 0)
      const next = queue.shift()!
      const id = ++lastId
      sent.set(id, next)
      const child = (process ??= start())
      child.send({ id, query: next.query } satisfies NumberedQuery)
      if (isIdle) restartTimer()
    }
  }

  function enqueueQuery(query: SearchQuery, client: SearchClient): Promise<unknown> {
    const lane = lanes[chooseLane(query)]
    return new Promise((resolve, reject) => {
      lane.queue.push(client, { query, resolve, reject })
      sendNext(lane)
      if (lane.queue.size + lane.sent.size > MAX_QUERIES) lane.queue.drop()?.reject(overloaded())
    })
  }

  const createClientSearch = (client: SearchClient): CarSearch => ({
    find: (query) => enqueueQuery({ find: query }, client) as Promise<FoundCars>,
    count: (filters) => enqueueQuery({ count: filters }, client) as Promise<CarCounts>,
    sortAndFilter: (query) => enqueueQuery({ sortAndFilter: query }, client) as Promise<SortedCars>,
    read: (statements) => enqueueQuery({ read: statements }, client) as Promise<unknown[][]>,
    price: (query) => enqueueQuery({ price: query }, client) as Promise<PriceAnswer>,
    relabel: (request) => enqueueQuery({ relabel: request }, client) as Promise<Relabeled>,
    by: createClientSearch,
    close,
  })

  async function close(): Promise<void> {
    const child = process
    process = null
    rejectWaiting()
    rejectSent()
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
  }

  process = start()
  return createClientSearch(SERVER_CLIENT)
}

function overloaded(): ProblemError {
  return new ProblemError('overloaded', { headers: { 'Retry-After': '3' } })
}

function unavailable(): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'Search is starting again. Try again in a moment.',
    headers: { 'Retry-After': '2' },
  })
}
