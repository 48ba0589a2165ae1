import { commitOrder } from '../db/engines/commit-order.ts'
import { sqlFragments, type RowBatchReader } from '../db/engines/row-batch-reader.ts'

/** Reads the change log, starting after a known change. */
export interface ChangeLog<Key> {
  /** Returns the number of the newest change, or 0 if the log is empty. */
  last(): number
  /**
   * Returns the keys that have changed since the given change, and the number of the last change. Returns
   * null if the log no longer reaches back that far.
   */
  since(change: number): { keys: Set<Key>; last: number } | null
}

const TABLE = 'change_log'

/**
 * Creates a reader for the log of changes.
 * @param toKey parses a topic of the log; returns null for other kinds of topics
 */
export function createChangeLog<Key extends string | number>(
  rows: () => RowBatchReader,
  toKey: (topic: string) => Key | null,
): ChangeLog<Key> {
  const order = () => commitOrder[rows().engine]
  const selectAfter = () => {
    const number = order().orderColumn('change')
    const parameter = sqlFragments[rows().engine].placeholder(1)
    return `select topics from ${order().rows(TABLE)} where ${number} > ${parameter} order by ${number}`
  }
  const read = (sql: string) => [...rows().read(sql)][0]?.[0] as number | null
  // A combined query would read the whole table.
  const firstRetained = () => read(order().first(TABLE, 'change')) ?? 1
  const last = () => read(order().last(TABLE, 'change')) ?? 0

  return {
    last,
    since(change) {
      const end = last()
      if (end < change || firstRetained() > change + 1) return null
      if (order().isStrict && end === change) return { keys: new Set(), last: end }
      const topics = [...rows().read(selectAfter(), change)].flatMap(([text]) => String(text).split('\n'))
      return { keys: new Set(topics.flatMap((topic) => toKey(topic) ?? [])), last: end }
    },
  }
}
