/**
 * The IDs of rows whose deletion is in flight. A list that was requested before the deletion still contains
 * them.
 */
const leaving = new Set<string>()

/**
 * Excludes the rows with these IDs from lists.
 * @returns a function to call when the deletion has succeeded or failed
 */
export function keepOut(ids: readonly string[]): () => void {
  for (const id of ids) leaving.add(id)
  return () => {
    for (const id of ids) leaving.delete(id)
  }
}

/** Returns the rows of a newly fetched list, without those whose deletion is in flight. */
export function withoutRemoved<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return leaving.size === 0 ? rows : rows.filter((row) => !('_id' in row && leaving.has(String(row._id))))
}
