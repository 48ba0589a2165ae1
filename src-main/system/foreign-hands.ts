import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { FindForeignHand } from './policy-file.ts'
import { foreignHandIn } from './sddl.ts'

/** Who but administrators could change a file, as this system tells. */
export function foreignHandsOn(platform: NodeJS.Platform): FindForeignHand {
  return platform === 'win32' ? findOnWindows : findOnPosix
}

function findOnPosix(path: string): string | null {
  const { uid, mode } = statSync(path)
  if (uid !== 0) return `${path} does not belong to root`
  return (mode & 0o022) === 0 ? null : `users other than root can write to ${path}`
}

const POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'
const TIMEOUT_MS = 10_000

/** Node tells nothing of Windows' access control lists. The path is no part of the command. */
function findOnWindows(path: string, kind: 'file' | 'folder'): string | null {
  const command = '(Get-Acl -LiteralPath $env:KERBLIGHT_PATH).Sddl'
  try {
    const sddl = execFileSync(POWERSHELL, ['-NoProfile', '-NonInteractive', '-Command', command], {
      encoding: 'utf8',
      env: { SystemRoot: 'C:\\Windows', KERBLIGHT_PATH: path },
      timeout: TIMEOUT_MS,
      windowsHide: true,
    })
    const hand = foreignHandIn(sddl, kind)
    return hand && `${path} ${hand}`
  } catch {
    return `Windows doesn’t say who can change ${path}`
  }
}
