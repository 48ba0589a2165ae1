import { keptStates, type KeptState } from '../../../contract/cars.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { NativeButton } from '../../ui/native-controls.ts'

interface StateFilterProps {
  counts: Record<KeptState, number> | undefined
  /** How many there are where none is chosen. */
  total: number | null
  chosen: KeptState | undefined
  onChoose: (state: KeptState | undefined) => void
}

/** Which of the cars to show, by their state; nothing where all are in the same. */
export function StateFilter({ counts, total, chosen, onChoose }: StateFilterProps) {
  const states = keptStates.filter((state) => (counts?.[state] ?? 0) > 0 || state === chosen)
  if (!counts || total === null || (states.length < 2 && chosen === undefined)) return null
  return (
    <div role="group" aria-label="Show by availability" className="mb-4 flex flex-wrap gap-2">
      <Chip
        label={`All ${total.toLocaleString('en-US')}`}
        isChosen={!chosen}
        onChoose={() => onChoose(undefined)}
      />
      {states.map((state) => (
        <Chip
          key={state}
          label={`${stateWords[state]} ${counts[state].toLocaleString('en-US')}`}
          isChosen={state === chosen}
          onChoose={() => onChoose(state === chosen ? undefined : state)}
        />
      ))}
    </div>
  )
}

interface ChipProps {
  label: string
  isChosen: boolean
  onChoose: () => void
}

function Chip({ label, isChosen, onChoose }: ChipProps) {
  return (
    <NativeButton
      type="button"
      className="chip min-h-11!"
      aria-pressed={isChosen}
      data-active={isChosen || undefined}
      onClick={onChoose}
    >
      {label}
    </NativeButton>
  )
}
