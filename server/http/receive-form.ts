import type { Readable } from 'node:stream'
import type { Request } from 'express'
import multer, { MulterError, type StorageEngine } from 'multer'
import { ProblemError, createFieldProblem } from '../../contract/api/problems.ts'
import { readMonitoredBody } from './limit-body-time.ts'

/**
 * Minimum upload rate: 256 kbit/s on average since the start. Slow connections reach it, but clients that
 * only tie up the server don't.
 */
export const LEAST_BYTES_PER_SECOND = 32 * 1024
const CHECK_INTERVAL_MS = 250

/**
 * Maximum size in bytes of a multipart body without the file: boundaries, part headers, and small fields.
 */
const MULTIPART_OVERHEAD = 64 * 1024

export interface FileForm {
  field: string
  noun: string
  maxBytes: number
  /** Maximum size if the same file is sent as text. If this is missing, text is not allowed. */
  maxTextBytes?: number
  storage: StorageEngine
  /** Number of seconds before the minimum upload rate applies. */
  graceSeconds: number
  tooLarge: () => ProblemError
}

/**
 * Reads a form. Its file and fields are then on the request, where multer puts them.
 * @throws ProblemError `body-too-large`, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function receiveForm(req: Request, form: FileForm): Promise<void> {
  if (!req.is('multipart/form-data'))
    throw new ProblemError('unsupported-media-type', {
      detail: `Send the ${form.noun} as multipart/form-data.`,
    })
  const maxBytes = Math.max(form.maxBytes, form.maxTextBytes ?? 0) + MULTIPART_OVERHEAD
  if (Number(req.get('content-length') ?? 0) > maxBytes) throw form.tooLarge()
  await readMonitoredBody(req, () => parseForm(req, form, maxBytes))
}

function parseForm(req: Request, form: FileForm, maxBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // multer's signature requires the response, but multer does not use it.
    createFormParser(form)(req, req.res!, (error: unknown) => {
      if (!error) resolve()
      else reject(toProblem(error, form))
    })
    // multer limits each part, but not their total size.
    let received = 0
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) rejectForm(form.tooLarge())
    })
    req.once(
      'close',
      monitorUploadRate(req, form.graceSeconds, () => rejectForm(createTooSlowProblem())),
    )

    function rejectForm(problem: ProblemError): void {
      req.unpipe()
      reject(problem)
    }
  })
}

function createFormParser({ field, storage, maxBytes, maxTextBytes = MULTIPART_OVERHEAD }: FileForm) {
  const counts = { fieldNameSize: 100, files: 1, fields: 4, parts: 5, headerPairs: 20 }
  const limits = { ...counts, fileSize: maxBytes, fieldSize: maxTextBytes }
  return multer({ storage, limits }).single(field)
}

/**
 * Converts a parser error to a problem. Disk errors are not the client's fault, so they are returned
 * unchanged.
 */
function toProblem(error: unknown, { field, noun, tooLarge }: FileForm): unknown {
  if (error instanceof Error && 'syscall' in error) return error
  const code = error instanceof MulterError ? error.code : null
  if (code === 'LIMIT_FILE_SIZE' || code === 'LIMIT_FIELD_VALUE') return tooLarge()
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return createFieldProblem(field, `Send one ${noun} in the field named ${field}.`)
  return createFieldProblem(field, 'This form can’t be read. Send it again.')
}

/**
 * Returns the problem for a slow upload. It closes the connection, or the rest of the body would keep
 * arriving.
 */
function createTooSlowProblem(): ProblemError {
  return new ProblemError('upload-too-slow', { headers: { Connection: 'close' } })
}

/**
 * Calls `onSlow` if a body arrives below the minimum upload rate after the first `graceSeconds`.
 * @returns a function that ends the monitoring
 */
function monitorUploadRate(body: Readable, graceSeconds: number, onSlow: () => void): () => void {
  const startedAt = performance.now()
  let received = 0
  const count = (chunk: Buffer) => void (received += chunk.length)
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000
    if (seconds < graceSeconds || received >= seconds * LEAST_BYTES_PER_SECOND) return
    end()
    onSlow()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  body.on('data', count)

  function end(): void {
    clearInterval(timer)
    body.off('data', count)
  }
  return end
}
