/** The IDs of rows whose deletion is in flight. A list that was requested earlier still has them. */
const leaving = new Set<string>()

/**
 * Excludes these rows from lists.
 * @returns a function to call when the deletion has succeeded or failed
 */
export function keepOut(ids: readonly string[]): () => void {
  for (const id of ids) leaving.add(id)
  return () => {
    for (const id of ids) leaving.delete(id)
  }
}

/** Returns the rows of a list that has just been read, without those whose deletion is in flight. */
export function withoutRemoved<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return leaving.size === 0 ? rows : rows.filter((row) => !('_id' in row && leaving.has(String(row._id))))
}
