import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the administrators of this machine have put into the policy file. */
export type PolicyFile =
  | { state: 'none' }
  /** It is there, and others could have put it there. */
  | { state: 'foreign'; notice: string }
  /** It is there, and may be the administrators'. */
  | { state: 'unreadable' }
  | { state: 'read'; text: string }

/**
 * What is wrong with a file or folder, a link by itself, where others than administrators could change it; null where they
 * cannot. It rejects where nobody can tell.
 */
export type FindUntrustedWriter = (path: string, kind: 'file' | 'folder') => Promise<string | null>

/** Where an administrator's tools put the policy. No variable moves it: whoever starts the console could set that. */
export function policyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') return 'C:\\ProgramData\\Kerblight\\policy.json'
  return '/etc/kerblight/policy.json'
}

/**
 * Reads the file where administrators alone can have written it. On Windows everybody may make a folder below
 * `C:\ProgramData`, so what lies there says nothing about who put it there.
 */
export async function readPolicyFile(
  file: string,
  findUntrustedWriter: FindUntrustedWriter,
): Promise<PolicyFile> {
  if (isAbsent(file)) return { state: 'none' }
  try {
    // Before anything is read: what somebody else has put there must not fail in a way that counts as the administrators'.
    const hand =
      (await findWriter(file, findUntrustedWriter)) ??
      (await findWriter(realpathSync(file), findUntrustedWriter))
    return hand === null ? { state: 'read', text: readFileSync(file, 'utf8') } : foreign(file, hand)
  } catch {
    return { state: 'unreadable' }
  }
}

/** Also where a link leads to nothing. What fails in another way is there. */
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
