import type { Request } from 'express'
import multer, { MulterError, diskStorage } from 'multer'
import { importLimits } from '../../../contract/import-limits.ts'
import { ProblemError, invalidField } from '../../../contract/problems.ts'
import { newId } from '../../db/id.ts'
import { watchPace } from '../images/watch-pace.ts'

/** The rest of a multipart body: boundaries and part headers. */
const MULTIPART_OVERHEAD = 64 * 1024
const MAX_FORM = importLimits.bytes + MULTIPART_OVERHEAD
const MAX_NAME = 200

/** A file that was uploaded, as it lies on the disk. */
export interface ReceivedFile {
  path: string
  name: string
}

/**
 * Writes the multipart field `file` to the disk as it comes in.
 * @param folder where to
 * @throws ProblemError `body-too-large`, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function receiveFile(req: Request, folder: string, graceSeconds: number): Promise<ReceivedFile> {
  if (!req.is('multipart/form-data'))
    throw new ProblemError('unsupported-media-type', { detail: 'Send the file as multipart/form-data.' })
  if (Number(req.get('content-length') ?? 0) > MAX_FORM) throw tooLarge()
  await parseForm(req, folder, graceSeconds)
  if (!req.file) throw invalidField('file', 'Choose a file.')
  return { path: req.file.path, name: nameOf(req.file.originalname) }
}

function parseForm(req: Request, folder: string, graceSeconds: number): Promise<void> {
  const storage = diskStorage({ destination: folder, filename: (_req, _file, done) => done(null, newId()) })
  const limits = { fileSize: importLimits.bytes, files: 1, fields: 4, parts: 5, headerPairs: 20 }
  return new Promise<void>((resolve, reject) => {
    // multer takes the response for its signature's sake and does not touch it.
    multer({ storage, limits }).single('file')(req, req.res!, (error: unknown) => {
      if (!error) resolve()
      else reject(toProblem(error))
    })
    const endWatch = watchPace(req, graceSeconds, () => {
      req.unpipe()
      // The connection ends with the answer, or the rest would go on coming in for nothing.
      reject(new ProblemError('upload-too-slow', { headers: { Connection: 'close' } }))
    })
    req.once('close', endWatch)
  })
}

function toProblem(error: unknown): ProblemError {
  const code = error instanceof MulterError ? error.code : null
  if (code === 'LIMIT_FILE_SIZE') return tooLarge()
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalidField('file', 'Send one file in the field named file.')
  return invalidField('file', 'This form can’t be read. Send it again.')
}

function tooLarge(): ProblemError {
  const megabytes = importLimits.bytes / 1024 / 1024
  return new ProblemError('body-too-large', {
    detail: `A file may have up to ${megabytes} MB. Pack it as zip, or split it into several.`,
  })
}

/** Browsers send names as UTF-8, which the parser takes for Latin-1. */
function nameOf(original: string): string {
  const name = Buffer.from(original, 'latin1').toString('utf8')
  return name.replace(/\p{Cc}/gu, '').slice(0, MAX_NAME)
}
