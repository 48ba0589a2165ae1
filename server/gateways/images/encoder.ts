import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { ProblemError } from '../../../contract/api/problems.ts'
import { createFairQueue } from '../../system/fair-queue.ts'
import type { EncodedImage } from './encode.ts'
import {
  createPictureWorker,
  type GoodAnswer,
  type PictureWorkerOptions,
  type WorkerQuestion,
} from './picture-worker.ts'

export interface Encoder {
  /**
   * @param whose the account or network that sends the picture: these take turns
   * @throws ProblemError `unsupported-image`; `service-unavailable` where the worker crashed or the server stops.
   */
  encode(picture: Buffer, whose: string): Promise<EncodedImage>
  /** One of our own as JPEG. @throws as `encode` */
  toJpeg(picture: Uint8Array, whose: string): Promise<Uint8Array>
  close(): Promise<void>
}

export interface EncoderOptions extends PictureWorkerOptions {
  /** How many pictures are encoded at once. */
  workers?: number
}

interface Job {
  question: WorkerQuestion
  resolve(answer: GoodAnswer): void
  reject(error: unknown): void
}

const MAX_WORKERS = 2

/**
 * Worker processes behind a queue; how much waits in it is bounded by who fills it (`upload-slots.ts`). A crash or a
 * picture that takes too long costs that picture its place; the next gets a new process.
 */
export function createEncoder(log: Logger, options: EncoderOptions = {}): Encoder {
  const { workers: count = Math.min(MAX_WORKERS, availableParallelism()), ...workerOptions } = options
  const workers = Array.from({ length: count }, () => createPictureWorker(log, workerOptions))
  const idle = [...workers]
  const waiting = createFairQueue<Job>()
  let isClosed = false

  function startNext(): void {
    const job = idle.length > 0 ? waiting.shift() : undefined
    if (!job) return
    const worker = idle.pop()!
    const free = () => {
      idle.push(worker)
      startNext()
    }
    worker.ask(job.question).then(job.resolve, job.reject).finally(free)
  }

  function ask(question: WorkerQuestion, whose: string): Promise<GoodAnswer> {
    if (isClosed) return Promise.reject(stopping())
    return new Promise((resolve, reject) => {
      waiting.push(whose, { question, resolve, reject })
      startNext()
    })
  }

  return {
    async encode(picture, whose) {
      return ((await ask(picture, whose)) as { encoded: EncodedImage }).encoded
    },
    async toJpeg(picture, whose) {
      return ((await ask({ jpegOf: picture }, whose)) as { jpeg: Uint8Array }).jpeg
    },
    async close() {
      isClosed = true
      for (let job = waiting.shift(); job; job = waiting.shift()) job.reject(stopping())
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

function stopping(): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'The server is restarting. Try again in a moment.',
    headers: { 'Retry-After': '5' },
  })
}
