/** Rows whose deletion is under way, by their ids: a list that was asked for before it has them still. */
const leaving = new Set<string>()

/** @returns ends it, whichever way the deletion went */
export function keepOut(ids: readonly string[]): () => void {
  for (const id of ids) leaving.add(id)
  return () => {
    for (const id of ids) leaving.delete(id)
  }
}

/** Of a list that has just been read. */
export function withoutRemoved<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return leaving.size === 0 ? rows : rows.filter((row) => !('_id' in row && leaving.has(String(row._id))))
}
