import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The content or state of the policy file that this machine's administrators may provide. */
export type PolicyFile =
  | { state: 'none' }
  /** The file exists, but users other than administrators could have created it. */
  | { state: 'foreign'; notice: string }
  /** The file exists and may come from administrators, but it could not be checked or read. */
  | { state: 'unreadable' }
  | { state: 'read'; text: string }

/**
 * Describes who other than administrators could change a file or folder. For a link, the link itself is
 * checked, not its target. Resolves to null if no one else could, and rejects if this cannot be determined.
 */
export type FindUntrustedWriter = (path: string, kind: 'file' | 'folder') => Promise<string | null>

/**
 * Returns the path where administrators' tools put the policy. No environment variable changes it, because
 * the user who starts the console could set the variable.
 */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') return 'C:\\ProgramData\\Kerblight\\policy.json'
  return '/etc/kerblight/policy.json'
}

/**
 * Reads the file only if no one except administrators could have written it. On Windows, any user may create
 * a folder in `C:\ProgramData`, so the location does not prove who created the file.
 */
export async function readPolicyFile(
  file: string,
  findUntrustedWriter: FindUntrustedWriter,
): Promise<PolicyFile> {
  if (isAbsent(file)) return { state: 'none' }
  try {
    // This check precedes any read. Otherwise, an unreadable file from another user would count as the
    // administrators' own.
    const hand =
      (await findWriter(file, findUntrustedWriter)) ??
      (await findWriter(realpathSync(file), findUntrustedWriter))
    return hand === null ? { state: 'read', text: readFileSync(file, 'utf8') } : foreign(file, hand)
  } catch {
    return { state: 'unreadable' }
  }
}

/**
 * Reports whether the file, or the target of a link, is missing. After any other failure, the file counts as
 * existing.
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
