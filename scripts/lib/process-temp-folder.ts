import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a temporary folder whose name contains this process's ID. Also removes folders that killed
 * processes left behind.
 */
export function createProcessTempFolder(name: string, parent = tmpdir()): string {
  for (const folderName of readdirSync(parent))
    if (isLeft(folderName, name)) tryToRemove(join(parent, folderName))
  return mkdtempSync(join(parent, `${name}-${process.pid}-`))
}

function isLeft(folder: string, name: string): boolean {
  const pid = /-(\d+)-\w{6}$/.exec(folder)?.[1]
  return pid !== undefined && folder.startsWith(`${name}-${pid}-`) && !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Tries to remove a folder. It may belong to another user, or another process may already be removing it. */
function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The folder's owner, or the process that is removing it, will finish the removal.
  }
}
