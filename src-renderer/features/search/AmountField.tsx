import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { ranges, type MileageUnit, type RangeParam } from '../../../contract/cars/car-numbers.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { parseAmount, rangeOf, showAmount } from './search-filters.ts'

/** In milliseconds: long enough for the next digit of an amount. */
const PAUSE = 500

interface AmountFieldProps {
  name: RangeParam
  label: string
  value: string | undefined
  placeholder?: string | undefined
  /** In which mileages are shown and typed. */
  unit?: MileageUnit
  /** Whether an amount fits the other end already; one that does not waits until the field is left. */
  fits?: (amount: string) => boolean
  /** `isTyping`: it goes on with the amount that was sent last. */
  onChange: (value: string, isTyping: boolean) => void
}

/** One end of a range. Counts in a pause of typing, and when it is left or Enter is pressed. */
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

  // What was sent from here may be behind what is typed.
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

  // Half an amount may be none yet, which is said once the field is left.
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
