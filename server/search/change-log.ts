import type Sqlite from 'better-sqlite3'

/** What triggers have noted of each commit, read on from the change that one knows. */
export interface ChangeLog<Key> {
  /** The newest change; 0 before the first. */
  last(): number
  /** What has changed since, and up to which change; null where that is no longer known. */
  since(change: number): { keys: Set<Key>; last: number } | null
}

/** @param column which of the table's says what has changed */
export function createChangeLog<Key extends string | number>(
  sqlite: Sqlite.Database,
  table: 'listed_changes' | 'written_cars',
  column: string,
): ChangeLog<Key> {
  // In one query they would read the whole table.
  const first = sqlite.prepare(`select min(change) from ${table}`).pluck()
  const newest = sqlite.prepare(`select max(change) from ${table}`).pluck()
  const since = sqlite
    .prepare(`select change, ${column} from ${table} where change > ? order by change`)
    .raw()
  const last = () => (newest.get() as number | null) ?? 0
  const firstKept = () => (first.get() as number | null) ?? 1

  return {
    last,
    since(change) {
      const end = last()
      if (end < change || firstKept() > change + 1) return null
      const changes = end === change ? [] : (since.all(change) as [change: number, key: Key][])
      return { keys: new Set(changes.map(([, key]) => key)), last: changes.at(-1)?.[0] ?? change }
    },
  }
}
