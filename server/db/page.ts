import { NOT_A_CURSOR } from '../../contract/api/fields.ts'
import { createFieldProblem } from '../../contract/api/problems.ts'

/** The end of a page: the sort key and ID of its last row. The next page begins after it. */
export type Cursor = readonly [key: string | number, id: string]

export interface Page<T> {
  items: T[]
  /** Null on the last page. */
  next: Cursor | null
  total: number
  /** The offset of the first item, if the page was requested by a row's ID. */
  offset?: number
}

export function readCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(value) && value.length === 2 && typeof value[1] === 'string')
      if (typeof value[0] === 'string' || typeof value[0] === 'number') return [value[0], value[1]]
  } catch {
    // Falls through to the error for an invalid cursor.
  }
  throw createFieldProblem('cursor', NOT_A_CURSOR)
}

/** Converts `limit + 1` rows to a page. The extra row indicates whether another page follows. */
export function toPage<R, T>(
  rows: R[],
  limit: number,
  total: number,
  cursorOf: (row: R) => Cursor,
  map: (row: R) => T,
): Page<T> {
  const pageRows = rows.slice(0, limit)
  return { items: pageRows.map(map), next: rows.length > limit ? cursorOf(pageRows.at(-1)!) : null, total }
}
