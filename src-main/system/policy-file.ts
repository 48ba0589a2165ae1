import { readFileSync, realpathSync } from 'node:fs'
import { dirname, posix, win32 } from 'node:path'

/** What the administrators of this machine have put into the policy file. */
export type PolicyFile =
  | { state: 'none' }
  /** It is there, and others could have put it there. */
  | { state: 'foreign'; notice: string }
  | { state: 'unreadable' }
  | { state: 'read'; text: string }

/** What is wrong with a file or its folder where others than administrators could change it; null where they cannot. */
export type FindForeignHand = (path: string, kind: 'file' | 'folder') => string | null

/** Where an administrator's tools put the policy. */
export function policyPath(
  platform: NodeJS.Platform,
  environment: Record<string, string | undefined>,
): string {
  if (platform === 'darwin') return '/Library/Application Support/Kerblight/policy.json'
  if (platform === 'win32') {
    return win32.join(environment.ProgramData ?? 'C:\\ProgramData', 'Kerblight', 'policy.json')
  }
  return posix.join('/etc', 'kerblight', 'policy.json')
}

/**
 * Reads the file where administrators alone can have written it. On Windows everybody may make a folder below
 * `%ProgramData%`, so what lies there says nothing about who put it there.
 */
export function readPolicyFile(file: string, findForeignHand: FindForeignHand): PolicyFile {
  try {
    const real = resolveFile(file)
    if (real === null) return { state: 'none' }
    const hand =
      findForeignHand(dirname(file), 'folder') ??
      findForeignHand(dirname(real), 'folder') ??
      findForeignHand(real, 'file')
    return hand === null ? { state: 'read', text: readFileSync(real, 'utf8') } : foreign(file, hand)
  } catch {
    return { state: 'unreadable' }
  }
}

function foreign(file: string, hand: string): PolicyFile {
  const notice = `The policy file ${file} is ignored: ${hand}. Only administrators may be able to change it.`
  return { state: 'foreign', notice }
}

/** Past links, so that it is the file itself that is judged; null where there is none. */
function resolveFile(file: string): string | null {
  try {
    return realpathSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) {
      return null
    }
    throw error
  }
}
