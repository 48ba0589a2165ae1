import { figure } from '../../../contract/figure.ts'
import { ChoiceChip } from '../controls/ChoiceChip.tsx'

interface FacetChipsProps {
  /** What the values are, in lower case: 'availability'. */
  label: string
  /** How many rows there are where no value is chosen. */
  total: number
  choices: readonly (readonly [value: string, count: number])[]
  chosen: string | null
  onChoose: (value: string | null) => void
  className: string
  chipClass?: string
}

/** Shows the rows of one value, or all. The chip that is chosen takes its choice back. */
export function FacetChips({
  label,
  total,
  choices,
  chosen,
  onChoose,
  className,
  chipClass,
}: FacetChipsProps) {
  const chip = chipClass === undefined ? {} : { className: chipClass }
  return (
    <div role="group" aria-label={`Show by ${label}`} className={className}>
      <ChoiceChip
        label={`All ${figure(total)}`}
        isChosen={chosen === null}
        onChoose={() => onChoose(null)}
        {...chip}
      />
      {choices.map(([value, count]) => (
        <ChoiceChip
          key={value}
          label={`${value} ${figure(count)}`}
          isChosen={value === chosen}
          onChoose={() => onChoose(value === chosen ? null : value)}
          {...chip}
        />
      ))}
    </div>
  )
}
