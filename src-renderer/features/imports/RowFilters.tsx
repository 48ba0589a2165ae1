import { useSearchParams } from 'react-router-dom'
import { figure } from '../../../contract/figure.ts'
import type { CarImport } from '../../../contract/imports.ts'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { countsOf, totalOf } from './row-source.ts'

interface RowFiltersProps {
  job: CarImport
  /** The word of the kind that is shown; null for all. */
  shown: string | null
}

/** Which of the rows to show; kinds that there are none of are left out. */
export function RowFilters({ job, shown }: RowFiltersProps) {
  const [, setParams] = useSearchParams()
  const kinds = countsOf(job).filter(([word, count]) => count > 0 || word === shown)
  const show = (word: string | null) => setParams(word === null ? {} : { show: word }, { replace: true })
  return (
    <div role="group" aria-label="Show by result" className="flex flex-wrap gap-2">
      <ChoiceChip
        label={`All ${figure(totalOf(job))}`}
        className="min-h-11!"
        isChosen={shown === null}
        onChoose={() => show(null)}
      />
      {kinds.map(([word, count]) => (
        <ChoiceChip
          key={word}
          label={`${word} ${figure(count)}`}
          className="min-h-11!"
          isChosen={word === shown}
          onChoose={() => show(word === shown ? null : word)}
        />
      ))}
    </div>
  )
}
