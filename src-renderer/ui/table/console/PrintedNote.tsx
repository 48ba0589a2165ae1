import { formatDayAndTime } from '../../../../contract/dates.ts'
import { formatNumber } from '../../../../contract/number-format.ts'
import type { ListCriteria } from '../list-view.ts'
import { MAX_PRINTED_ROWS } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'

interface PrintedNoteProps extends Pick<ListCriteria, 'facet' | 'find'> {
  count: number
}

/**
 * Prints a note above the rows: their filters, their number, and the time of printing. Nothing else
 * on paper shows these.
 */
export function PrintedNote({ facet, find, count }: PrintedNoteProps) {
  const printedAt = usePrinting()
  if (printedAt === null) return null
  const searchText = find.trim()
  const rows = formatNumber(count)
  return (
    <p className="printed-note">
      {[
        facet,
        searchText && `“${searchText}”`,
        count > MAX_PRINTED_ROWS
          ? `The first ${formatNumber(MAX_PRINTED_ROWS)} of ${rows}`
          : `${rows} in all`,
        formatDayAndTime(printedAt),
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}
