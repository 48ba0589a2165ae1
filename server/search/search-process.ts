import { fork, type ChildProcess } from 'node:child_process'
import { env as environment } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { CarFilters } from '../../contract/car-search.ts'
import { ProblemError } from '../../contract/problems.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import type { Statement } from '../db/placed-list.ts'
import { yieldToRequests } from '../yield-to-requests.ts'
import type { ArrangedCars, KeptQuery } from './arrange-cars.ts'
import type { CarSearch } from './car-search.ts'
import type { CarCounts } from './count-cars.ts'
import type { CarQuery, FoundCars } from './find-cars.ts'

/** What is asked of the process. */
export type SearchQuestion =
  { find: CarQuery } | { count: CarFilters } | { arrange: KeptQuery } | { read: readonly Statement[] }

export interface NumberedQuestion {
  id: number
  question: SearchQuestion
}

/** That it can search, and that it reads on; then its answers, or that the database can’t be reached. */
export type SearchAnswer =
  | { ready: true }
  | { id: number; found: unknown }
  | { id: number; failed: string }
  | { id: number; lost: true }

export interface SearchProcessOptions {
  /** What one search may take. */
  timeoutMs?: number
  program?: string
}

interface Asker {
  resolve(found: unknown): void
  reject(error: Error): void
}

const PROGRAM = fileURLToPath(new URL('./search-program.ts', import.meta.url))
const TIMEOUT_MS = 10_000
/** So many wait for it. With more, the last would wait longer than anybody does. */
const MOST_WAITING = 256
/** Until it has read all cars. */
const START_MS = 120_000

/**
 * Searches in a process of its own, so that no search, however many cars it looks at, keeps a request waiting that
 * searches for nothing. One that ends is followed by another.
 * @param place of the database; others see a process’s arguments, not its environment
 */
export function createSearchProcess(
  place: string,
  log: Logger,
  { timeoutMs = TIMEOUT_MS, program = PROGRAM }: SearchProcessOptions = {},
): CarSearch {
  const waiting = new Map<number, Asker>()
  let asked = 0
  let process: ChildProcess | null = null
  let isReady = false
  let timer: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // Its memory has no limit: it grows with the cars, not with one request, and reads no foreign file.
    const child = fork(program, [], {
      env: { ...environment, SEARCHED_DATABASE: place },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    yieldToRequests(child)
    isReady = false
    child.on('message', (answer: SearchAnswer) => {
      if (process === child) handle(answer)
    })
    child.on('error', (error) => handleEnd(child, error))
    child.on('exit', (code, signal) => handleEnd(child, signal ?? code))
    return child
  }

  function handle(answer: SearchAnswer): void {
    isReady = true
    if ('id' in answer) settle(answer)
    restartTimer()
  }

  function settle(answer: Exclude<SearchAnswer, { ready: true }>): void {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('found' in answer) return asker?.resolve(answer.found)
    if ('lost' in answer) return asker?.reject(new DatabaseLostError())
    log.error({ reason: answer.failed }, 'a search failed')
    asker?.reject(new ProblemError('internal'))
  }

  function handleEnd(child: ChildProcess, reason: unknown): void {
    if (process !== child) return
    process = null
    log.warn({ reason }, 'the search process ended')
    rejectAll()
  }

  function rejectAll(): void {
    clearTimeout(timer)
    for (const asker of waiting.values()) asker.reject(unavailable())
    waiting.clear()
  }

  /** For the question that it is at. It is in the middle of a loop or of SQLite's code, which nothing else interrupts. */
  function restartTimer(): void {
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(() => process?.kill('SIGKILL'), isReady ? timeoutMs : START_MS)
  }

  function ask(question: SearchQuestion): Promise<unknown> {
    if (waiting.size >= MOST_WAITING) return Promise.reject(overloaded())
    const child = (process ??= start())
    const id = ++asked
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      if (waiting.size === 1) restartTimer()
      child.send({ id, question } satisfies NumberedQuestion)
    })
  }

  process = start()
  return {
    find: (query) => ask({ find: query }) as Promise<FoundCars>,
    count: (filters) => ask({ count: filters }) as Promise<CarCounts>,
    arrange: (query) => ask({ arrange: query }) as Promise<ArrangedCars>,
    read: (statements) => ask({ read: statements }) as Promise<unknown[][]>,
    async close() {
      const child = process
      process = null
      rejectAll()
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
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
