import { useState, type KeyboardEvent } from 'react'
import { ranges, type MileageUnit, type RangeParam } from '../../../contract/car-numbers.ts'
import { TextField } from '../../ui/TextField.tsx'
import { parseAmount, rangeOf, showAmount } from './search-filters.ts'

interface AmountFieldProps {
  name: RangeParam
  label: string
  value: string | undefined
  placeholder?: string | undefined
  /** In which mileages are shown and typed. */
  unit?: MileageUnit
  onChange: (value: string) => void
}

/** One end of a range. Counts when it is left or Enter is pressed, so that half a price filters nothing. */
export function AmountField({
  name,
  label,
  value = '',
  placeholder,
  unit = 'mi',
  onChange,
}: AmountFieldProps) {
  const [typed, setTyped] = useState(() => showAmount(name, value, unit))
  const [seen, setSeen] = useState(value)
  const [isWrong, setWrong] = useState(false)

  if (seen !== value) {
    setSeen(value)
    setTyped(showAmount(name, value, unit))
    setWrong(false)
  }

  function commit() {
    const amount = parseAmount(name, typed, unit)
    setWrong(amount === null)
    if (amount === null) return
    setTyped(showAmount(name, amount, unit))
    if (amount !== value) onChange(amount)
  }

  return (
    <TextField
      label={label}
      value={typed}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      error={isWrong ? `Enter ${exampleOf(name, unit)}` : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && commit()}
    />
  )
}

function exampleOf(name: RangeParam, unit: MileageUnit): string {
  return unit === 'km' ? 'kilometers, such as 60,000' : ranges[rangeOf[name]].example
}
