import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { yieldToRequests } from '../system/bounded-process.ts'

export interface IntegrityCheck {
  /**
   * Resolves to the damage found; to null if the database is intact or the check was ended. Rejects if the
   * database could not be read.
   */
  damage: Promise<Damage | null>
  /** Ends the check immediately, and resolves once it has ended. */
  end(): Promise<void>
}

interface Damage {
  message: string
  /** Advice for the operator that names the backup to restore. */
  advice: string
}

const PROGRAM = join(import.meta.dirname, '../db/integrity-program.ts')
const run = promisify(execFile)

/**
 * Checks a database by reading all of it while it is in use. A database in memory counts as intact. A
 * database server is responsible for its own integrity.
 * @param backupFolders folders to search for a verified backup if the database is damaged
 */
export function checkIntegrity(file: string | null, backupFolders: readonly string[] = []): IntegrityCheck {
  if (file === null) return { damage: Promise.resolve(null), end: async () => {} }
  const checking = run(process.execPath, [PROGRAM, file, ...backupFolders])
  yieldToRequests(checking.child)
  let isEnded = false
  const damage = checking.then(
    ({ stdout }) => (stdout ? (JSON.parse(stdout) as Damage) : null),
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
