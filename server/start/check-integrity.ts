import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { yieldToRequests } from '../system/bounded-process.ts'

export interface IntegrityCheck {
  /** Null for a sound database and an ended check. Rejects if the database could not be read. */
  damage: Promise<Damage | null>
  /** Ends the check immediately, and resolves once it has ended. */
  end(): Promise<void>
}

interface Damage {
  message: string
  /** Names the backup to restore. */
  advice: string
}

const PROGRAM = join(import.meta.dirname, '../db/integrity-program.ts')
const run = promisify(execFile)

/**
 * Reads a whole database while it is in use. A database in memory counts as sound; one on a server is that
 * server's responsibility.
 * @param backupFolders searched for a verified backup if the database is damaged
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
