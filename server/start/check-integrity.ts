import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { yieldToRequests } from '../system/bounded-process.ts'

export interface IntegrityCheck {
  /**
   * Resolves to the damage, or to null if the database is intact or the check was ended. Rejects if the
   * database could not be read.
   */
  damage: Promise<Damage | null>
  end(): Promise<void>
}

interface Damage {
  message: string
  advice: string
}

const PROGRAM = join(import.meta.dirname, '../db/integrity-program.ts')
const run = promisify(execFile)

/**
 * Checks a database file by reading all of it while it is in use. Databases in memory and on a server count
 * as intact.
 * @param backupFolders the folders to search for a verified backup if the database is damaged
 */
export function checkIntegrity(file: string | null, backupFolders: readonly string[] = []): IntegrityCheck {
  if (file === null) return { damage: Promise.resolve(null), end: async () => {} }
  const checkRun = run(process.execPath, [PROGRAM, file, ...backupFolders])
  yieldToRequests(checkRun.child)
  let isEnded = false
  const damage = checkRun.then(
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
      checkRun.child.kill('SIGKILL')
      await Promise.allSettled([damage])
    },
  }
}
