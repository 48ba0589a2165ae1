import { fork, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ProblemError, type Sentence } from '../../../contract/problems.ts'
import type { EncodedImage } from './encode.ts'

export interface Encoder {
  /** @throws ProblemError `unsupported-image`; `service-unavailable` when busy, stuck or crashed. */
  encode(picture: Buffer): Promise<EncodedImage>
  close(): Promise<void>
}

export interface EncoderOptions {
  /** How many pictures may wait. */
  maxWaiting?: number
  timeoutMs?: number
  workerFile?: string
}

type WorkerAnswer = { encoded: EncodedImage } | { refused: string }

interface Job {
  picture: Buffer
  resolve(encoded: EncodedImage): void
  reject(error: ProblemError): void
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

/**
 * One worker process behind a queue, started with the first picture. A crash or a picture that takes too long costs
 * that picture its place; the next gets a new worker.
 */
export function createEncoder(log: Logger, options: EncoderOptions = {}): Encoder {
  const { maxWaiting = 16, timeoutMs = 30_000, workerFile = WORKER } = options
  const waiting: Job[] = []
  let worker: ChildProcess | null = null
  let current: { job: Job; timer: NodeJS.Timeout } | null = null
  let isClosed = false

  function startNext(): void {
    const job = current ? undefined : waiting.shift()
    if (!job) return
    worker ??= startWorker()
    const timer = setTimeout(() => {
      log.warn('a picture took too long and was given up')
      worker?.kill('SIGKILL')
    }, timeoutMs)
    current = { job, timer }
    worker.ref()
    worker.channel?.ref()
    worker.send(job.picture)
  }

  function startWorker(): ChildProcess {
    const child = fork(workerFile, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    yieldToRequests(child)
    child.on('message', (answer: WorkerAnswer) => {
      // An idle worker keeps nobody alive.
      child.unref()
      child.channel?.unref()
      if ('encoded' in answer) settle((job) => job.resolve(answer.encoded))
      else
        settle((job) =>
          job.reject(new ProblemError('unsupported-image', { cause: new Error(answer.refused) })),
        )
    })
    const handleEnd = (reason: unknown) => {
      if (worker !== child) return
      worker = null
      if (!isClosed) log.warn({ reason }, 'the picture worker ended')
      settle((job) => job.reject(busy("The picture couldn't be read. Try again.")))
    }
    child.on('error', handleEnd)
    child.on('exit', (code, signal) => handleEnd(signal ?? code))
    return child
  }

  function settle(end: (job: Job) => void): void {
    if (!current) return
    clearTimeout(current.timer)
    const { job } = current
    current = null
    end(job)
    startNext()
  }

  return {
    encode(picture) {
      if (isClosed || waiting.length >= maxWaiting)
        return Promise.reject(busy('Too many pictures are being uploaded. Try again in a moment.'))
      return new Promise((resolve, reject) => {
        waiting.push({ picture, resolve, reject })
        startNext()
      })
    },
    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(busy('The server is stopping. Try again in a moment.'))
      const child = worker
      if (!child) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

function yieldToRequests({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It ended at once (its exit is handled), or the system does not let us: it works all the same.
  }
}

function busy(detail: Sentence): ProblemError {
  return new ProblemError('service-unavailable', { detail, headers: { 'Retry-After': '5' } })
}
