import { figure } from '../../../contract/figure.ts'
import { ChoiceChip } from '../controls/ChoiceChip.tsx'

interface FacetChipsProps {
  /** The name of the field in lowercase: 'availability'. */
  label: string
  /** Number of rows that are shown if no value is chosen. */
  total: number
  choices: readonly (readonly [value: string, count: number])[]
  chosen: string | null
  onChoose: (value: string | null) => void
  className: string
  chipClass?: string
}

/**
 * Lets the user show only the rows with one value, or all rows. Clicking the chosen chip clears the choice.
 */
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
