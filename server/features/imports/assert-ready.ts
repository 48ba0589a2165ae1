import type { ImportState } from '../../../contract/imports.ts'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { CarImport } from './import.repository.ts'

/**
 * Checks that an import is ready to be applied.
 * @throws ProblemError `import-not-ready` with advice otherwise
 */
export function assertReady({ state }: CarImport): void {
  if (state !== 'ready') throw createNotReadyProblem(state)
}

export function createNotReadyProblem(state: Exclude<ImportState, 'ready'>): ProblemError {
  return new ProblemError('import-not-ready', { detail: notReadyReason[state] })
}

const notReadyReason: Record<Exclude<ImportState, 'ready'>, Sentence> = {
  reading: 'We’re still reading this file. Try again in a moment.',
  applying: 'This file is being imported.',
  applied: 'This file has been imported. To import it again, upload it again.',
  failed: 'This import failed. Upload the file again.',
}
