import { useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'

interface PlaceFieldProps {
  value: string | undefined
  onChange: (place: string) => void
}

/** Counts when it is left or Enter is pressed. */
export function PlaceField({ value = '', onChange }: PlaceFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }

  function commit() {
    if (typed.trim() !== value) onChange(typed.trim())
  }

  return (
    <TextField
      label="City or state"
      value={typed}
      placeholder="Seattle"
      maxLength={120}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
