import { knownColumns } from '../plan/column-names.ts'
import type { TableRow } from './table.ts'

/** A title, a date and the like may stand above the names of the columns: among so many rows they are looked for. */
const ROWS = 5
/** A title may be a name by chance. */
const LEAST = 2

/**
 * Which of the rows names the columns: the first, unless we know more names of one of the next.
 * @returns its place among them
 */
export function findHeader(filled: readonly TableRow[]): number {
  const known = filled
    .slice(0, Math.min(ROWS, filled.length - 1))
    .map(({ cells }) => knownColumns(cells).size)
  const most = Math.max(...known)
  // Nor is a file's last row a name: there would be no car below.
  return most < LEAST ? 0 : known.indexOf(most)
}
