import type { Readable } from 'node:stream'
import type { Request } from 'express'
import multer, { MulterError, type StorageEngine } from 'multer'
import { ProblemError, invalidField } from '../../contract/api/problems.ts'
import { readAtItsPace } from './limit-body-time.ts'

/** 256 kbit/s, on average since the beginning: a slow line's upload, where somebody who only blocks is slower. */
const LEAST_BYTES_PER_SECOND = 32 * 1024
const LOOK_EVERY_MS = 250

/** The rest of a multipart body: boundaries, part headers, small fields. */
const MULTIPART_OVERHEAD = 64 * 1024

/** A multipart form with one file in it. */
export interface FileForm {
  /** The file's field. */
  field: string
  /** What people call the file. */
  noun: string
  maxBytes: number
  /** Of the same file as text instead, where it may come as that. */
  maxTextBytes?: number
  storage: StorageEngine
  /** How long it may crawl before its pace counts. */
  graceSeconds: number
  tooLarge: () => ProblemError
}

/**
 * Reads a form; its file and fields are on the request then, as multer has them.
 * @throws ProblemError `body-too-large`, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function receiveForm(req: Request, form: FileForm): Promise<void> {
  if (!req.is('multipart/form-data'))
    throw new ProblemError('unsupported-media-type', {
      detail: `Send the ${form.noun} as multipart/form-data.`,
    })
  const maxBytes = Math.max(form.maxBytes, form.maxTextBytes ?? 0) + MULTIPART_OVERHEAD
  if (Number(req.get('content-length') ?? 0) > maxBytes) throw form.tooLarge()
  await readAtItsPace(req, () => parseForm(req, form, maxBytes))
}

function parseForm(req: Request, form: FileForm, maxBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // multer takes the response for its signature's sake and does not touch it.
    parserOf(form)(req, req.res!, (error: unknown) => {
      if (!error) resolve()
      else reject(toProblem(error, form))
    })
    // multer bounds each part; without a Content-Length nothing else bounds them together.
    let received = 0
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > maxBytes) refuse(form.tooLarge())
    })
    req.once(
      'close',
      watchPace(req, form.graceSeconds, () => refuse(tooSlow())),
    )

    function refuse(problem: ProblemError): void {
      req.unpipe()
      reject(problem)
    }
  })
}

function parserOf({ field, storage, maxBytes, maxTextBytes = MULTIPART_OVERHEAD }: FileForm) {
  const counts = { fieldNameSize: 100, files: 1, fields: 4, parts: 5, headerPairs: 20 }
  const limits = { ...counts, fileSize: maxBytes, fieldSize: maxTextBytes }
  return multer({ storage, limits }).single(field)
}

/** The disk's own faults are nobody's who sends. */
function toProblem(error: unknown, { field, noun, tooLarge }: FileForm): unknown {
  if (error instanceof Error && 'syscall' in error) return error
  const code = error instanceof MulterError ? error.code : null
  if (code === 'LIMIT_FILE_SIZE' || code === 'LIMIT_FIELD_VALUE') return tooLarge()
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalidField(field, `Send one ${noun} in the field named ${field}.`)
  return invalidField(field, 'This form can’t be read. Send it again.')
}

/** The connection ends with the answer, or the rest would go on coming in for nothing. */
function tooSlow(): ProblemError {
  return new ProblemError('upload-too-slow', { headers: { Connection: 'close' } })
}

/**
 * Calls `onSlow` once a body comes in more slowly than any line would bring it. The first seconds do not count.
 * @returns ends the watch
 */
function watchPace(body: Readable, graceSeconds: number, onSlow: () => void): () => void {
  const startedAt = performance.now()
  let received = 0
  const count = (chunk: Buffer) => void (received += chunk.length)
  const timer = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000
    if (seconds < graceSeconds || received >= seconds * LEAST_BYTES_PER_SECOND) return
    end()
    onSlow()
  }, LOOK_EVERY_MS)
  timer.unref()
  body.on('data', count)

  function end(): void {
    clearInterval(timer)
    body.off('data', count)
  }
  return end
}
