import { ranges, type RangeName, type RangeParam } from '../../../contract/cars/car-numbers.ts'
import { AmountField } from './AmountField.tsx'
import { showAmount, withAmount, type Filters } from './search-filters.ts'

/** The minimum and maximum among the cars found, or null if no cars were found. */
export type Found = { min: number; max: number } | null

interface RangeFieldsProps {
  range: RangeName
  found: Found
  filters: Filters
  onChange: (next: Filters, isTyping: boolean) => void
}

export function RangeFields({ range, found, filters, onChange }: RangeFieldsProps) {
  const { title, min, max } = ranges[range]
  const field = (name: RangeParam, label: string, bound: number | undefined) => (
    <AmountField
      name={name}
      label={label}
      value={filters[name]}
      placeholder={bound === undefined ? undefined : showAmount(name, String(bound))}
      fits={(value) => withAmount(filters, name, value)[name] === value}
      onChange={(value, isTyping) => onChange(withAmount(filters, name, value), isTyping)}
    />
  )

  if (min && max)
    return (
      <div className="grid grid-cols-2 gap-2">
        {field(min.param, 'Min', found?.min)}
        {field(max.param, 'Max', found?.max)}
      </div>
    )
  return (
    <>
      {min && field(min.param, `Min ${title.toLowerCase()}`, found?.min)}
      {max && field(max.param, `Max ${title.toLowerCase()}`, found?.max)}
    </>
  )
}
