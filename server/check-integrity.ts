import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { yieldToRequests } from './yield-to-requests.ts'

export interface IntegrityCheck {
  /** What is wrong with the database, or null, as where the check was ended. Rejects where it could not be read. */
  damage: Promise<string | null>
  /** Ends the check where it is, and resolves once it has. */
  end(): Promise<void>
}

const PROGRAM = join(import.meta.dirname, 'db/integrity-program.ts')
const run = promisify(execFile)

/** Reads a whole database while it is in use. One in memory is sound, and of one on a server that is its own matter. */
export function checkIntegrity(file: string | null): IntegrityCheck {
  if (file === null) return { damage: Promise.resolve(null), end: async () => {} }
  const checking = run(process.execPath, [PROGRAM, file])
  yieldToRequests(checking.child)
  let isEnded = false
  const damage = checking.then(
    ({ stdout }) => stdout || null,
    (error: unknown) => {
      if (isEnded) return null
      throw error
    },
  )
  return {
    damage,
    async end() {
      isEnded = true
      checking.child.kill('SIGKILL')
      await Promise.allSettled([damage])
    },
  }
}
