import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { promisify } from 'node:util'
import type { FindUntrustedWriter } from './policy-file.ts'
import { findUntrustedWriter } from './sddl.ts'

/** Returns the current platform's check of who other than administrators could change a file. */
export function findUntrustedWriters(platform: NodeJS.Platform): FindUntrustedWriter {
  return platform === 'win32' ? findOnWindows : findOnPosix
}

async function findOnPosix(path: string): Promise<string | null> {
  const found = lstatSync(path)
  if (found.uid !== 0) return `${path} does not belong to root`
  // A link's mode grants all permissions, but links themselves are never written to.
  if (found.isSymbolicLink() || (found.mode & 0o022) === 0) return null
  return `users other than root can write to ${path}`
}

const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const TIMEOUT_MS = 10_000

/**
 * Command that prints the security descriptor, or `hidden` if access is denied. Users who may read an
 * administrator's file may also read its descriptor.
 */
const COMMAND =
  '$acl = Get-Acl -LiteralPath $env:KERBLIGHT_PATH -ErrorAction SilentlyContinue; ' +
  "if ($acl) { $acl.Sddl } elseif ($Error[0].CategoryInfo.Category -eq 'PermissionDenied') { 'hidden' } else { exit 1 }"

const run = promisify(execFile)

/**
 * Finds untrusted writers through PowerShell, because Node.js does not expose Windows access control lists.
 * The path is passed as an environment variable, not as part of the command. PowerShell takes a second to
 * start, so it runs asynchronously.
 */
async function findOnWindows(path: string, kind: 'file' | 'folder'): Promise<string | null> {
  // Any user may create a link to other users' files, and it is uncertain whether the system reports the
  // link's rights or its target's.
  if (lstatSync(path).isSymbolicLink()) return `${path} is a link`
  const { stdout: sddl } = await run(POWERSHELL, ['-NoProfile', '-NonInteractive', '-Command', COMMAND], {
    encoding: 'utf8',
    env: { SystemRoot: 'C:\\Windows', KERBLIGHT_PATH: path },
    timeout: TIMEOUT_MS,
    windowsHide: true,
  })
  const hand = findUntrustedWriter(sddl, kind)
  return hand && `${path} ${hand}`
}
