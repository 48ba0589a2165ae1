import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ranges, type MileageUnit, type RangeParam } from '../../../contract/cars/car-numbers.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { parseAmount, rangeOf, showAmount } from './search-filters.ts'

/** Debounce delay in milliseconds: long enough to type the next digit of an amount. */
const PAUSE = 500

interface AmountFieldProps {
  name: RangeParam
  label: string
  value: string | undefined
  placeholder?: string | undefined
  /** The unit in which mileages are shown and typed. */
  unit?: MileageUnit
  /**
   * Reports whether an amount already fits the other end. An amount that does not is held back until the
   * field loses focus.
   */
  fits?: (amount: string) => boolean
  /** Called with a new amount. `isTyping` is true if typing continues from the amount that was sent last. */
  onChange: (value: string, isTyping: boolean) => void
}

/**
 * Edits one end of a range. The amount applies when typing pauses, the field loses focus, or Enter is
 * pressed.
 */
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
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const isTyping = useRef(false)
  const id = useId()

  // A value sent from here may lag behind the typed text.
  if (seen !== value) {
    setSeen(value)
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

  // A half-typed amount may be invalid; the error appears once the field loses focus.
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
  return unit === 'km' ? 'kilometers, such as 60,000' : ranges[rangeOf[name]].example
}
