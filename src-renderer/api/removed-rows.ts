/**
 * IDs of rows whose deletion is in flight. Lists requested before the deletion still contain them.
 */
const idsInDeletion = new Set<string>()

/**
 * Hides the rows with these IDs in all lists.
 * @returns a function to call when the deletion has succeeded or failed
 */
export function keepOut(ids: readonly string[]): () => void {
  for (const id of ids) idsInDeletion.add(id)
  return () => {
    for (const id of ids) idsInDeletion.delete(id)
  }
}

/** Filters a newly fetched list, leaving out rows whose deletion is in flight. */
export function dropRemovedRows<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return idsInDeletion.size === 0
    ? rows
    : rows.filter((row) => !('_id' in row && idsInDeletion.has(String(row._id))))
}
