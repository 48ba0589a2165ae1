import { encode, InvalidPictureError, toJpeg } from './encode.ts'
import type { WorkerAnswer, WorkerQuestion } from './picture-worker.ts'

/**
 * The process that touches foreign pictures: what a damaged or hostile one breaks, breaks here. It takes one at a time
 * and ends with its parent.
 */
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole group; the parent says when it is time.
process.on('SIGINT', () => {})

process.on('message', (question: WorkerQuestion) => {
  answer({ begun: true })
  if ('jpegOf' in question) toJpeg(question.jpegOf).then((jpeg) => answer({ jpeg }), refuse)
  else encode(question).then((encoded) => answer({ encoded }), refuse)
})

function refuse(error: unknown): void {
  const refused = error instanceof Error ? error.message : String(error)
  answer({ refused, ...(error instanceof InvalidPictureError && { detail: error.detail }) })
}

function answer(message: WorkerAnswer): void {
  process.send?.(message)
}
