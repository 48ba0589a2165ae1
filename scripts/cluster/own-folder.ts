import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that is named after this process. Those of processes that were killed, and so left theirs behind, go. */
export function makeOwnFolder(name: string): string {
  for (const other of readdirSync(tmpdir())) if (isLeft(other, name)) tryToRemove(join(tmpdir(), other))
  return mkdtempSync(join(tmpdir(), `${name}-${process.pid}-`))
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

/** It may be another user's, or be removed by somebody else just now. */
function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // The one who may will.
  }
}
