import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Fills the disk except for a number of bytes. */
  fillUp(freeBytes: number): void
  /** Removes what `fillUp` wrote. */
  makeRoom(): void
  setReadOnly(): void
  unmount(): void
}

/** True if this user may mount file systems, as root may on most Linux machines. */
export const canMount = process.platform === 'linux' && tryToMount()

/** Mounts a file system in memory with a capacity of a few megabytes. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-disk-'))
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder))
    throw new Error(`Can’t mount a disk at ${folder}`)
  const filler = join(folder, 'filler')
  return {
    folder,
    fillUp(freeBytes) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
    },
    makeRoom: () => rmSync(filler, { force: true }),
    setReadOnly: () => void run('mount', '-o', 'remount,ro', folder),
    unmount() {
      run('umount', '--lazy', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function tryToMount(): boolean {
  try {
    mountSmallDisk(1).unmount()
    return true
  } catch {
    return false
  }
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}
