import type { PaletteEntry } from './palette-entries.ts'

const KEY = 'kerblight.recent-commands'
const MAX = 5

/**
 * The entries used since the console started, newest first. Record names are never written to disk.
 */
let records: PaletteEntry[] = []

/**
 * Returns the most recently used entries, newest first, including commands from earlier runs that
 * still exist.
 */
export function listRecentEntries(knownEntries: readonly PaletteEntry[]): PaletteEntry[] {
  const remembered = readIds().flatMap((id) => knownEntries.filter((entry) => entry.id === id))
  const usableRecords = records.filter(
    ({ goal, id }) => 'path' in goal || knownEntries.some((entry) => entry.id === id),
  )
  const ids = new Set(usableRecords.map(({ id }) => id))
  return [...usableRecords, ...remembered.filter(({ id }) => !ids.has(id))].slice(0, MAX)
}

export function recordUse(entry: PaletteEntry): void {
  records = [entry, ...records.filter(({ id }) => id !== entry.id)].slice(0, MAX)
  if (!('command' in entry.goal)) return
  const ids = [entry.id, ...readIds().filter((id) => id !== entry.id)].slice(0, MAX)
  try {
    localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Storage is blocked or full, so the entries are remembered only until the console exits.
  }
}

/** Clears the records, so that the next user does not see them. */
export function clearRecentRecords(): void {
  records = []
}

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
