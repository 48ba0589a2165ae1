import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { ProblemError } from '../../../contract/api/problems.ts'
import { createFairQueue } from '../../system/fair-queue.ts'
import type { EncodedImage } from './encode.ts'
import {
  createPhotoWorker,
  type WorkerResult,
  type PhotoWorkerOptions,
  type WorkerQuestion,
} from './photo-worker.ts'

export interface Encoder {
  /**
   * Encodes a photo in three sizes.
   * @param clientKey the account or network that sends the photo. Clients are served round-robin.
   * @throws ProblemError `unsupported-image`, or `service-unavailable` if the worker crashed or the server is
   * stopping
   */
  encode(photo: Buffer, clientKey: string): Promise<EncodedImage>
  toJpeg(photo: Uint8Array, clientKey: string): Promise<Uint8Array>
  close(): Promise<void>
}

export interface EncoderOptions extends PhotoWorkerOptions {
  workers?: number
}

interface Job {
  question: WorkerQuestion
  resolve(result: WorkerResult): void
  reject(error: unknown): void
}

const MAX_WORKERS = 2

/**
 * Creates worker processes behind a queue, whose length the callers limit (`upload-slots.ts`). A photo that
 * crashes its worker or takes too long fails, and a new process handles the next photo.
 */
export function createEncoder(log: Logger, options: EncoderOptions = {}): Encoder {
  const { workers: count = Math.min(MAX_WORKERS, availableParallelism()), ...workerOptions } = options
  const workers = Array.from({ length: count }, () => createPhotoWorker(log, workerOptions))
  const idle = [...workers]
  const waiting = createFairQueue<Job>()
  let isClosed = false

  function startNext(): void {
    const job = idle.length > 0 ? waiting.shift() : undefined
    if (!job) return
    const worker = idle.pop()!
    const release = () => {
      idle.push(worker)
      startNext()
    }
    worker.ask(job.question).then(job.resolve, job.reject).finally(release)
  }

  function submit(question: WorkerQuestion, clientKey: string): Promise<WorkerResult> {
    if (isClosed) return Promise.reject(stopping())
    return new Promise((resolve, reject) => {
      waiting.push(clientKey, { question, resolve, reject })
      startNext()
    })
  }

  return {
    async encode(photo, clientKey) {
      return ((await submit(photo, clientKey)) as { encoded: EncodedImage }).encoded
    },
    async toJpeg(photo, clientKey) {
      return ((await submit({ jpegOf: photo }, clientKey)) as { jpeg: Uint8Array }).jpeg
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
