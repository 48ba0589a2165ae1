import type { Request } from 'express'
import { diskStorage } from 'multer'
import { FILE_TOO_LARGE, importLimits } from '../../../contract/import-limits.ts'
import { ProblemError, createFieldProblem } from '../../../contract/api/problems.ts'
import { newId } from '../../db/id.ts'
import { receiveForm } from '../../http/receive-form.ts'

const MAX_FILE_NAME_LENGTH = 200

export interface ReceivedFile {
  path: string
  name: string
}

/**
 * Streams the multipart field `file` to disk.
 * @throws ProblemError `body-too-large`, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function receiveFile(req: Request, folder: string, graceSeconds: number): Promise<ReceivedFile> {
  const storage = diskStorage({ destination: folder, filename: (_req, _file, done) => done(null, newId()) })
  const maxBytes = importLimits.bytes
  await receiveForm(req, { field: 'file', noun: 'file', maxBytes, storage, graceSeconds, tooLarge })
  if (!req.file) throw createFieldProblem('file', 'Choose a file.')
  return { path: req.file.path, name: decodeName(req.file.originalname) }
}

function tooLarge(): ProblemError {
  return new ProblemError('body-too-large', { detail: FILE_TOO_LARGE })
}

/** Decodes a file name. Browsers send names as UTF-8, but the parser reads them as Latin-1. */
function decodeName(original: string): string {
  const name = Buffer.from(original, 'latin1').toString('utf8')
  return name.replace(/\p{Cc}/gu, '').slice(0, MAX_FILE_NAME_LENGTH)
}
