import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The content or state of the policy file of this machine's administrators. */
export type PolicyFile =
  | { state: 'none' }
  /** The file exists, but other users could have put it there. */
  | { state: 'foreign'; notice: string }
  /** The file exists and may come from administrators, but it could not be checked or read. */
  | { state: 'unreadable' }
  | { state: 'read'; text: string }

/**
 * Describes who other than administrators could change a file or folder; a link is checked itself, not its
 * target. Resolves to null if no one could, and rejects if this is impossible to determine.
 */
export type FindUntrustedWriter = (path: string, kind: 'file' | 'folder') => Promise<string | null>

/**
 * Returns the path where an administrator's tools put the policy. No variable changes it, because the user
 * who starts the console could set the variable.
 */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') return 'C:\\ProgramData\\Kerblight\\policy.json'
  return '/etc/kerblight/policy.json'
}

/**
 * Reads the file only if no one except administrators can have written it. On Windows, every user may create
 * a folder in `C:\ProgramData`, so the location does not prove who created the file.
 */
export async function readPolicyFile(
  file: string,
  findUntrustedWriter: FindUntrustedWriter,
): Promise<PolicyFile> {
  if (isAbsent(file)) return { state: 'none' }
  try {
    // This check comes before any read: a file from another user must not fail in a way that counts as the
    // administrators'.
    const hand =
      (await findWriter(file, findUntrustedWriter)) ??
      (await findWriter(realpathSync(file), findUntrustedWriter))
    return hand === null ? { state: 'read', text: readFileSync(file, 'utf8') } : foreign(file, hand)
  } catch {
    return { state: 'unreadable' }
  }
}

/**
 * Reports whether the file is missing, including the target of a link. Any other failure means that it
 * exists.
 */
function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

async function findWriter(file: string, findUntrustedWriter: FindUntrustedWriter): Promise<string | null> {
  return (await findUntrustedWriter(dirname(file), 'folder')) ?? (await findUntrustedWriter(file, 'file'))
}

function foreign(file: string, hand: string): PolicyFile {
  const notice = `The policy file ${file} is ignored: ${hand}. Make sure only administrators can change it.`
  return { state: 'foreign', notice }
}
