import { execFile } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { promisify } from 'node:util'
import type { FindUntrustedWriter } from './policy-file.ts'
import { findUntrustedWriter } from './sddl.ts'

/** Who but administrators could change a file, as this system tells. */
export function findUntrustedWriters(platform: NodeJS.Platform): FindUntrustedWriter {
  return platform === 'win32' ? findOnWindows : findOnPosix
}

async function findOnPosix(path: string): Promise<string | null> {
  const found = lstatSync(path)
  if (found.uid !== 0) return `${path} does not belong to root`
  // Every link's mode allows all; nobody writes to one.
  if (found.isSymbolicLink() || (found.mode & 0o022) === 0) return null
  return `users other than root can write to ${path}`
}

const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const TIMEOUT_MS = 10_000

/** Tells the descriptor, or that it is hidden: who may read an administrator's file may read that. */
const COMMAND =
  '$acl = Get-Acl -LiteralPath $env:KERBLIGHT_PATH -ErrorAction SilentlyContinue; ' +
  "if ($acl) { $acl.Sddl } elseif ($Error[0].CategoryInfo.Category -eq 'PermissionDenied') { 'hidden' } else { exit 1 }"

const run = promisify(execFile)

/**
 * Node tells nothing of Windows' access control lists. The path is no part of the command. PowerShell takes a second to
 * start, so the program is not blocked by it.
 */
async function findOnWindows(path: string, kind: 'file' | 'folder'): Promise<string | null> {
  // Everybody may make one beside others' files, and it is not certain whose rights are told of it.
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
