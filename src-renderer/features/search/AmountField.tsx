import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ranges, type MileageUnit, type RangeParam } from '../../../contract/cars/car-numbers.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { parseAmount, rangeByParam, showAmount } from './search-filters.ts'

/** The debounce delay in milliseconds, long enough to type another digit. */
const PAUSE = 500

interface AmountFieldProps {
  name: RangeParam
  label: string
  value: string | undefined
  placeholder?: string | undefined
  /** The unit of shown and typed mileage. */
  unit?: MileageUnit
  /**
   * Reports whether an amount is consistent with the range's other end. Otherwise, it is sent only when the
   * field loses focus.
   */
  fits?: (amount: string) => boolean
  /** Called with a new amount. `isTyping` is true if the user is still typing since the last one. */
  onChange: (value: string, isTyping: boolean) => void
}

/** Edits one end of a range. The amount applies when the user pauses, leaves the field, or presses Enter. */
export function AmountField({
  name,
  label,
  value = '',
  placeholder,
  unit = 'mi',
  fits = () => true,
  onChange,
}: AmountFieldProps) {
  const [typed, setTyped] = useState(() => showAmount(name, value, unit))
  const [lastValue, setLastValue] = useState(value)
  const [sent, setSent] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const isTyping = useRef(false)
  const id = useId()

  // A value that this field sent may lag behind the typed text and must not replace it.
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== sent) {
      setTyped(showAmount(name, value, unit))
      setWrong(false)
    }
  }

  function send(amount: string) {
    if (amount === value) return
    setSent(amount)
    onChange(amount, isTyping.current)
    isTyping.current = true
  }

  function commit() {
    const amount = parseAmount(name, typed, unit)
    setWrong(amount === null)
    if (amount === null) return
    setTyped(showAmount(name, amount, unit))
    send(amount)
    isTyping.current = false
  }

  // A partly typed amount may be invalid, so the error appears only once the field loses focus.
  const handlePause = useEffectEvent((text: string) => {
    const amount = parseAmount(name, text, unit)
    if (amount !== null && fits(amount) && document.activeElement?.id === id) send(amount)
  })
  useEffect(() => {
    const timer = setTimeout(() => handlePause(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <TextField
      id={id}
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
  return unit === 'km' ? 'kilometers, such as 60,000' : ranges[rangeByParam[name]].example
}
