import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { promisify } from 'node:util'
import type { FindUntrustedWriter } from './policy-file.ts'
import { findUntrustedWriter } from './sddl.ts'

export function findUntrustedWriters(platform: NodeJS.Platform): FindUntrustedWriter {
  return platform === 'win32' ? findOnWindows : findOnPosix
}

async function findOnPosix(path: string): Promise<string | null> {
  const found = lstatSync(path)
  if (found.uid !== 0) return `${path} does not belong to root`
  // A link's mode grants all permissions, but has no effect.
  if (found.isSymbolicLink() || (found.mode & 0o022) === 0) return null
  return `users other than root can write to ${path}`
}

const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const TIMEOUT_MS = 10_000

/** Prints the security descriptor, or `hidden` if access is denied. */
const COMMAND =
  '$acl = Get-Acl -LiteralPath $env:KERBLIGHT_PATH -ErrorAction SilentlyContinue; ' +
  "if ($acl) { $acl.Sddl } elseif ($Error[0].CategoryInfo.Category -eq 'PermissionDenied') { 'hidden' } else { exit 1 }"

const run = promisify(execFile)

/**
 * Uses PowerShell, because Node.js cannot read Windows access control lists. The path is a variable, so that
 * it is not run as code.
 */
async function findOnWindows(path: string, kind: 'file' | 'folder'): Promise<string | null> {
  // Any user may create a link to another user's file, and the access rights could be those of the link or
  // those of the target.
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
