import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import { forkBounded, yieldToRequests } from '../../system/bounded-process.ts'

import type { EncodedImage } from './encode.ts'

/** A process that handles one photo at a time. If it exits, a new one replaces it. */
export interface PhotoWorker {
  /**
   * Processes a photo. It must not be called again before the returned promise settles.
   * @throws ProblemError the same errors as `Encoder`
   */
  ask(question: WorkerQuestion): Promise<WorkerResult>
  close(): Promise<void>
}

export interface PhotoWorkerOptions {
  timeoutMs?: number
  file?: string
}

export type WorkerQuestion = Uint8Array | { jpegOf: Uint8Array }

export type WorkerResult = { encoded: EncodedImage } | { jpeg: Uint8Array }

/** A message from the process: it has started on a photo, or it reports the result. */
export type WorkerMessage =
  | { begun: true }
  | WorkerResult
  /** @property detail a message for the user, if there is more to explain than that the photo is invalid */
  | { errorMessage: string; detail?: Sentence }

interface Job {
  resolve(result: WorkerResult): void
  reject(error: ProblemError): void
  timer: NodeJS.Timeout
}

const FILE = fileURLToPath(new URL('./worker.ts', import.meta.url))
const TIMEOUT_MS = 5000
/**
 * The memory limit. The largest format measured, a 40-megapixel progressive CMYK JPEG, needed 647 MB beyond
 * the 576 MB that Node.js reserves (618 MB resident). A progressive RGB JPEG needed 342 MB.
 */
const MEMORY_MB = 1024
/** The time limit in milliseconds for the process to start and receive the photo. */
const START_MS = 30_000

export function createPhotoWorker(log: Logger, options: PhotoWorkerOptions = {}): PhotoWorker {
  const { timeoutMs = TIMEOUT_MS, file = FILE } = options
  let process: ChildProcess | null = null
  let current: Job | null = null

  function start(): ChildProcess {
    const child = forkBounded(file, { memoryMb: MEMORY_MB, stderr: 'inherit' })
    yieldToRequests(child)
    child.on('message', (message: WorkerMessage) => {
      if (process === child) handle(message)
    })
    child.on('error', (error) => handleEnd(child, error))
    child.on('exit', (code, signal) => handleEnd(child, signal ?? code))
    return child
  }

  function handle(message: WorkerMessage): void {
    if ('begun' in message) restartTimer(timeoutMs, giveUp)
    else if ('errorMessage' in message)
      settle((job) => job.reject(unsupported(message.detail, message.errorMessage)))
    else settle((job) => job.resolve(message))
  }

  function handleEnd(child: ChildProcess, reason: unknown): void {
    if (process !== child) return
    process = null
    log.warn({ reason }, 'the image worker ended')
    settle((job) => job.reject(unavailable()))
  }

  /** Kills the process, as the library code that it runs can't be interrupted. */
  function giveUp(): void {
    log.warn('an image took too long and was abandoned')
    stop()
    settle((job) => job.reject(unsupported('This photo takes too long to process. Choose a smaller one.')))
  }

  function stop(): ChildProcess | null {
    const child = process
    process = null
    child?.kill('SIGKILL')
    return child
  }

  function restartTimer(ms: number, onEnd: () => void): void {
    if (!current) return
    clearTimeout(current.timer)
    current.timer = setTimeout(onEnd, ms)
  }

  function settle(end: (job: Job) => void): void {
    const job = current
    if (!job) return
    current = null
    clearTimeout(job.timer)
    // An idle process must not prevent the server from exiting.
    process?.unref()
    process?.channel?.unref()
    end(job)
  }

  return {
    ask(question) {
      const child = (process ??= start())
      child.ref()
      child.channel?.ref()
      child.send(question)
      return new Promise((resolve, reject) => {
        current = { resolve, reject, timer: setTimeout(() => child.kill('SIGKILL'), START_MS) }
      })
    },
    async close() {
      const child = stop()
      settle((job) => job.reject(unavailable()))
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

function unsupported(detail: Sentence | undefined, reason?: string): ProblemError {
  return new ProblemError('unsupported-image', { ...(detail && { detail }), cause: reason })
}

function unavailable(): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'The photo couldn’t be read. Try again.',
    headers: { 'Retry-After': '5' },
  })
}
