import { commitOrder } from '../db/engines/commit-order.ts'
import { rowWords, type RowBatchReader } from '../db/engines/row-batch-reader.ts'

/** Reads the change log on from a change that one knows. */
export interface ChangeLog<Key> {
  /** The newest change; 0 before the first. */
  last(): number
  /** What has changed since, and up to which change; null where that is no longer known. */
  since(change: number): { keys: Set<Key>; last: number } | null
}

const TABLE = 'change_log'

/** @param toKey reads a topic of the log; null for one of another kind */
export function createChangeLog<Key extends string | number>(
  rows: () => RowBatchReader,
  toKey: (topic: string) => Key | null,
): ChangeLog<Key> {
  const order = () => commitOrder[rows().engine]
  const selectAfter = () => {
    const number = order().place('change')
    const known = rowWords[rows().engine].place(1)
    return `select topics from ${order().rows(TABLE)} where ${number} > ${known} order by ${number}`
  }
  const read = (sql: string) => [...rows().read(sql)][0]?.[0] as number | null
  // In one query they would read the whole table.
  const firstKept = () => read(order().first(TABLE, 'change')) ?? 1
  const last = () => read(order().last(TABLE, 'change')) ?? 0

  return {
    last,
    since(change) {
      const end = last()
      if (end < change || firstKept() > change + 1) return null
      if (order().isStrict && end === change) return { keys: new Set(), last: end }
      const topics = [...rows().read(selectAfter(), change)].flatMap(([text]) => String(text).split('\n'))
      return { keys: new Set(topics.flatMap((topic) => toKey(topic) ?? [])), last: end }
    },
  }
}
