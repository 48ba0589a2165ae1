import { numberFacts } from '../../../contract/cars/car-numbers.ts'
import { chooseMileageUnit, useMileageUnit } from '../../ui/mileage-unit.ts'
import { NativeButton } from '../../ui/controls/native-controls.ts'
import { AmountField } from './AmountField.tsx'
import type { Found } from './RangeFields.tsx'
import { showAmount, type Filters } from './search-filters.ts'

interface MileageFieldsProps {
  found: Found
  filters: Filters
  onChange: (next: Filters, isTyping: boolean) => void
}

/** Edits the maximum mileage in this browser's unit, with a switch to the other one. */
export function MileageFields({ found, filters, onChange }: MileageFieldsProps) {
  const unit = useMileageUnit()
  const { param } = numberFacts.mileage.range.max
  return (
    <>
      <AmountField
        key={unit}
        name={param}
        unit={unit}
        label={`Max mileage (${unit})`}
        value={filters[param]}
        placeholder={found ? showAmount(param, String(found.max), unit) : undefined}
        onChange={(value, isTyping) => onChange({ ...filters, [param]: value }, isTyping)}
      />
      <NativeButton
        type="button"
        className="text-link self-start text-small"
        onClick={() => chooseMileageUnit(unit === 'mi' ? 'km' : 'mi')}
      >
        {unit === 'mi' ? 'Use kilometers' : 'Use miles'}
      </NativeButton>
    </>
  )
}
