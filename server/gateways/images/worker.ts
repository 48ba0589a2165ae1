import { encode, InvalidPhotoError, toJpeg } from './encode.ts'
import type { WorkerMessage, WorkerQuestion } from './photo-worker.ts'

/**
 * Handles untrusted photos in a separate process, because a damaged or malicious photo may crash it. It
 * handles one photo at a time and exits with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Ctrl-C signals the whole process group, but the parent decides when this process ends.
process.on('SIGINT', () => {})

process.on('message', (question: WorkerQuestion) => {
  respond({ begun: true })
  if ('jpegOf' in question) toJpeg(question.jpegOf).then((jpeg) => respond({ jpeg }), sendError)
  else encode(question).then((encoded) => respond({ encoded }), sendError)
})

function sendError(error: unknown): void {
  const errorMessage = error instanceof Error ? error.message : String(error)
  respond({ errorMessage, ...(error instanceof InvalidPhotoError && { detail: error.detail }) })
}

function respond(message: WorkerMessage): void {
  process.send?.(message)
}
