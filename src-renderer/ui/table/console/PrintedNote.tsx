import { formatDayAndTime } from '../../../../contract/dates.ts'
import { figure } from '../../../../contract/figure.ts'
import type { ListCriteria } from '../list-view.ts'
import { MAX_PRINTED } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'

interface PrintedNoteProps extends Pick<ListCriteria, 'facet' | 'find'> {
  /** Total number of rows in the list. */
  count: number
}

/**
 * Shows above the printed rows how they were filtered, how many there are, and when they were printed.
 * Nothing else on paper shows that.
 */
export function PrintedNote({ facet, find, count }: PrintedNoteProps) {
  const printedAt = usePrinting()
  if (printedAt === null) return null
  const words = find.trim()
  const rows = figure(count)
  return (
    <p className="printed-note">
      {[
        facet,
        words && `“${words}”`,
        count > MAX_PRINTED ? `The first ${figure(MAX_PRINTED)} of ${rows}` : `${rows} in all`,
        formatDayAndTime(printedAt),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
