import { Button } from '../../ui/controls/Button.tsx'
import type { Filters } from './search-filters.ts'
import type { Correction } from './use-word-filters.ts'

interface CorrectedWordsProps {
  correction: Correction
  onLiteral: (filters: Filters) => void
}

/** Shows that the search used a corrected query, and offers the original. */
export function CorrectedWords({ correction: { typed, shown, literal }, onLiteral }: CorrectedWordsProps) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 wrap-anywhere">
      Showing results for “{shown}”.
      <Button variant="secondary" size="small" onClick={() => onLiteral(literal)}>
        Search for “{typed}” instead
      </Button>
    </p>
  )
}
