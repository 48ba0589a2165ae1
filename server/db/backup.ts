import Sqlite from 'better-sqlite3'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { findDamage } from './integrity.ts'

/** Retention of hourly copies: the newest copies, and the newest copy of each of the last days. */
const NEWEST = 6
const DAYS = 7

/** Minimum age of an unfinished copy that counts as left over from a killed process. */
const HOUR_MS = 3600_000

const ALL_PAGES = 0x7fffffff

/** The file name pattern of copies: a time, which determines their order, and an optional mark. */
const COPY = /^kerblight-\d{4}-\d\d-\d\dT[\d-]+Z.*\.db$/

const HOURLY = /^kerblight-(\d{4}-\d\d-\d\d)T[\d-]+Z\.db$/

/**
 * Copies the database while it is in use. The copy gets its final name only after it has been opened and
 * checked.
 * @param mark part of the copy's name; a marked copy is never removed automatically
 * @returns the copy's path
 * @throws if the copy cannot be written or verified; no partial copy remains in that case
 */
export async function backUp(
  sqlite: Sqlite.Database,
  directory: string,
  now: Date,
  mark?: string,
): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const time = now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  const file = join(directory, `kerblight-${time}${mark ? `-${mark}` : ''}.db`)
  const unchecked = `${file}.tmp`
  try {
    // The backup takes a single step. With smaller steps, a write by another connection would restart it.
    await sqlite.backup(unchecked, { progress: () => ALL_PAGES })
    makeOneFile(unchecked)
    checkCopy(unchecked)
    syncToDisk(unchecked)
    renameSync(unchecked, file)
  } finally {
    rmSync(unchecked, { force: true })
  }
  if (!mark) prune(directory)
  return file
}

/**
 * Makes a marked backup, unless one with the same mark, schema version, and data already exists. A server
 * that restarts in a loop therefore makes only one copy, unless the database has changed since.
 * @returns the path of the copy that contains the current data
 */
export async function backUpOnce(
  sqlite: Sqlite.Database,
  directory: string,
  now: Date,
  mark: string,
): Promise<string> {
  const copy = await backUp(sqlite, directory, now, mark)
  const earlier = readdirSync(directory)
    .filter((name) => name.endsWith(`-${mark}.db`))
    .map((name) => join(directory, name))
    .find((file) => file !== copy && hasSamePages(file, copy))
  if (earlier === undefined) return copy
  rmSync(copy)
  return earlier
}

/** Returns the time and size of the newest hourly copy, or null if no copy exists. */
export function readNewestBackup(directory: string): { at: Date; bytes: number } | null {
  const name = listHourlyCopies(directory)[0]
  if (!name) return null
  const [date, time] = name.slice('kerblight-'.length, -'.db'.length).split('T') as [string, string]
  const { size = 0 } = statSync(join(directory, name), { throwIfNoEntry: false }) ?? {}
  return { at: new Date(`${date}T${time.replaceAll('-', ':')}`), bytes: size }
}

/**
 * Verifies that a copy is undamaged.
 * @throws Error with a description of the damage
 */
export function checkCopy(file: string): void {
  const copy = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const damage = findDamage(copy, 'integrity_check')
    if (damage !== null) throw new Error(`The copy ${file} is damaged: ${damage}`)
    copy.prepare('select count(*) from users').get()
  } finally {
    copy.close()
  }
}

/** Returns the path of the newest copy of any kind, or null if no copy exists. */
export function findNewestCopy(directory: string): string | null {
  return listBackupCopies(directory).at(-1) ?? null
}

/**
 * Lists the paths of a folder's copies, oldest first. Copies without a time in their name, whose age is
 * unknown, come first.
 */
function listBackupCopies(directory: string): string[] {
  const copies = listFileNames(directory)
    .filter((name) => name.endsWith('.db'))
    .sort()
  const isDated = (name: string) => COPY.test(name)
  return [...copies.filter((name) => !isDated(name)), ...copies.filter(isDated)].map((name) =>
    join(directory, name),
  )
}

/** Returns the path of the newest copy that passes the check, or null if none does. */
export function findNewestSoundCopy(directory: string): string | null {
  return listBackupCopies(directory).findLast(isSound) ?? null
}

function isSound(file: string): boolean {
  try {
    checkCopy(file)
    return true
  } catch {
    return false
  }
}

export function syncToDisk(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Header fields that can change although the data does not (sqlite.org/fileformat2.html): modes and write
 * counters.
 */
const COUNTERS = [
  [18, 20],
  [24, 28],
  [92, 100],
] as const

/** Reports whether two copies have the same pages, ignoring counters in the header and pages without data. */
function hasSamePages(firstFile: string, secondFile: string): boolean {
  const { size } = statSync(firstFile)
  if (size !== statSync(secondFile).size) return false
  const [firstPages, secondPages] = [openPages(firstFile), openPages(secondFile)]
  try {
    const free = firstPages.listFree()
    if (firstPages.pageBytes !== secondPages.pageBytes || free.join() !== secondPages.listFree().join())
      return false
    const skipped = new Set(free)
    for (let page = 1; page <= size / firstPages.pageBytes; page++)
      if (!skipped.has(page) && !firstPages.read(page).equals(secondPages.read(page))) return false
    return true
  } finally {
    firstPages.close()
    secondPages.close()
  }
}

function openPages(file: string) {
  const handle = openSync(file, 'r')
  const header = Buffer.alloc(100)
  readSync(handle, header, 0, header.length, 0)
  const size = header.readUInt16BE(16)
  const pageBytes = size === 1 ? 65_536 : size
  function read(page: number): Buffer {
    const bytes = Buffer.alloc(pageBytes)
    readSync(handle, bytes, 0, pageBytes, (page - 1) * pageBytes)
    if (page === 1) for (const [from, to] of COUNTERS) bytes.fill(0, from, to)
    return bytes
  }
  /**
   * Lists the free pages. Each trunk page contains the numbers of the next trunk page and of its leaf pages.
   */
  function listFree(): number[] {
    const pages: number[] = []
    for (let trunk = header.readUInt32BE(32); trunk > 0;) {
      const bytes = read(trunk)
      pages.push(trunk)
      for (let index = 0; index < bytes.readUInt32BE(4); index++)
        pages.push(bytes.readUInt32BE(8 + 4 * index))
      trunk = bytes.readUInt32BE(0)
    }
    return pages
  }
  return { pageBytes, read, listFree, close: () => closeSync(handle) }
}

/**
 * Takes a copy out of WAL mode, which it inherits from the original. In WAL mode, it would need two more
 * files.
 */
function makeOneFile(file: string): void {
  const copy = new Sqlite(file)
  try {
    copy.pragma('journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

function prune(directory: string): void {
  const copies = listHourlyCopies(directory)
  const dayOf = (name: string) => HOURLY.exec(name)![1]!
  const days = [...new Set(copies.map(dayOf))].slice(0, DAYS)
  const retained = new Set([
    ...copies.slice(0, NEWEST),
    ...days.map((day) => copies.find((name) => dayOf(name) === day)!),
  ])
  for (const name of copies) if (!retained.has(name)) rmSync(join(directory, name), { force: true })
  for (const name of readdirSync(directory).filter((name) => name.includes('.db.tmp'))) {
    const unfinishedCopy = join(directory, name)
    if (statSync(unfinishedCopy).mtimeMs < Date.now() - HOUR_MS) rmSync(unfinishedCopy, { force: true })
  }
}

/** Lists the names of hourly copies, newest first. */
function listHourlyCopies(directory: string): string[] {
  return listFileNames(directory)
    .filter((name) => HOURLY.test(name))
    .sort()
    .reverse()
}

function listFileNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
