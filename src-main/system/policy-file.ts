import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type PolicyFile =
  | { state: 'none' }
  /** Users other than administrators could have created the file. */
  | { state: 'foreign'; notice: string }
  /** The file may come from administrators, but could not be checked or read. */
  | { state: 'unreadable' }
  | { state: 'read'; text: string }

/**
 * Names a non-administrator who could change the path, or null. Checks a link itself, not its target. Rejects
 * if unsure.
 */
export type FindUntrustedWriter = (path: string, kind: 'file' | 'folder') => Promise<string | null>

/** The path is fixed: the user could set a variable that changes it. */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') return 'C:\\ProgramData\\Kerblight\\policy.json'
  return '/etc/kerblight/policy.json'
}

/**
 * Reads the file only if just administrators could have written it. On Windows, any user may create a folder
 * in `C:\ProgramData`.
 */
export async function readPolicyFile(
  file: string,
  findUntrustedWriter: FindUntrustedWriter,
): Promise<PolicyFile> {
  if (isAbsent(file)) return { state: 'none' }
  try {
    // Checked before any read: an unreadable file of another user would count as the administrators' own.
    const hand =
      (await findWriter(file, findUntrustedWriter)) ??
      (await findWriter(realpathSync(file), findUntrustedWriter))
    return hand === null ? { state: 'read', text: readFileSync(file, 'utf8') } : foreign(file, hand)
  } catch {
    return { state: 'unreadable' }
  }
}

/** Only a missing file counts as absent; after any other failure, the file exists. */
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
