import { availabilities, type Availability } from '../../../contract/cars.ts'
import { figure } from '../../../contract/figure.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'

interface StateFilterProps {
  counts: Record<Availability, number> | undefined
  /** How many there are where none is chosen. */
  total: number | null
  chosen: Availability | undefined
  onChoose: (state: Availability | undefined) => void
}

/** Which of the cars to show, by their state; nothing where all are in the same. */
export function StateFilter({ counts, total, chosen, onChoose }: StateFilterProps) {
  const states = availabilities.filter((state) => (counts?.[state] ?? 0) > 0 || state === chosen)
  if (!counts || total === null || (states.length < 2 && chosen === undefined)) return null
  return (
    <div role="group" aria-label="Show by availability" className="mb-4 flex flex-wrap gap-2">
      <ChoiceChip
        label={`All ${figure(total)}`}
        className="min-h-11!"
        isChosen={!chosen}
        onChoose={() => onChoose(undefined)}
      />
      {states.map((state) => (
        <ChoiceChip
          key={state}
          label={`${stateWords[state]} ${figure(counts[state])}`}
          className="min-h-11!"
          isChosen={state === chosen}
          onChoose={() => onChoose(state === chosen ? undefined : state)}
        />
      ))}
    </div>
  )
}
