import { formatNumber } from '../../../contract/number-format.ts'
import { ChoiceChip } from '../controls/ChoiceChip.tsx'

interface FacetChipsProps {
  label: string
  total: number
  choices: readonly (readonly [value: string, count: number])[]
  chosen: string | null
  onChoose: (value: string | null) => void
  className: string
  chipClass?: string
}

/** Lets the user filter rows by value. Clicking the chosen chip clears the choice. */
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
        label={`All ${formatNumber(total)}`}
        isChosen={chosen === null}
        onChoose={() => onChoose(null)}
        {...chip}
      />
      {choices.map(([value, count]) => (
        <ChoiceChip
          key={value}
          label={`${value} ${formatNumber(count)}`}
          isChosen={value === chosen}
          onChoose={() => onChoose(value === chosen ? null : value)}
          {...chip}
        />
      ))}
    </div>
  )
}
