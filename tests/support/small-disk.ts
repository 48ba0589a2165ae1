import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Fills the disk until only `freeBytes` are free. */
  fillUp(freeBytes: number): void
  freeSpace(): void
  setReadOnly(): void
  unmount(): void
}

/** True if this user may mount file systems, as root may on most Linux machines. */
export const canMount = process.platform === 'linux' && succeeds(() => mountSmallDisk(1).unmount())

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
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)))
      } catch (error) {
        // Another process may have written to the disk since the measurement, so less space is left.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    freeSpace: () => rmSync(filler, { force: true }),
    setReadOnly: () => void run('mount', '-o', 'remount,ro', folder),
    unmount() {
      run('umount', '--lazy', folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface BreakableDisk {
  folder: string
  /** Makes the file system read-only while files on it are open, as ext4 does after a device error. */
  turnReadOnly(): void
  unmount(): void
}

/** True if this user may mount ext4 file systems in files. */
export const canBreak = process.platform === 'linux' && succeeds(() => mountBreakableDisk(1).unmount())

/** Mounts an ext4 file system with a capacity of a few megabytes. */
export function mountBreakableDisk(megabytes: number): BreakableDisk {
  const parent = mkdtempSync(join(tmpdir(), 'kerblight-disk-'))
  const [image, folder] = [join(parent, 'image'), join(parent, 'mounted')]
  writeFileSync(image, '')
  truncateSync(image, megabytes * 2 ** 20)
  mkdirSync(folder)
  if (!run('mkfs.ext4', '-q', image) || !run('mount', '-o', 'loop', image, folder)) {
    rmSync(parent, { recursive: true })
    throw new Error(`Can’t mount a disk at ${folder}`)
  }
  return {
    folder,
    turnReadOnly: () => void run('mount', '-o', 'remount,abort', folder),
    unmount() {
      run('umount', folder)
      rmSync(parent, { recursive: true })
    },
  }
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}
