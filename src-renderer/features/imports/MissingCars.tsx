import { useId } from 'react'
import { countOf } from '../../../contract/count-of.ts'
import type { CarImport, MissingChoice } from '../../../contract/imports.ts'
import { RadioGroup } from '../../ui/RadioGroup.tsx'

interface MissingCarsProps {
  job: CarImport
  onChange: (choice: MissingChoice) => void
}

/** What becomes of cars that are listed and not in the file; they stay unless it is chosen otherwise. */
export function MissingCars({ job: { missing }, onChange }: MissingCarsProps) {
  const it = missing === 1 ? 'it' : 'them'
  return (
    <RadioGroup
      label={`${countOf(missing, 'listed car')} ${missing === 1 ? 'isn’t' : 'aren’t'} in the file`}
      name={useId()}
      className="max-w-120"
      options={[
        { value: 'leave', label: `Leave ${it}` },
        { value: 'off-lot', label: `Take ${it} off the lot` },
      ]}
      defaultValue="leave"
      onChange={({ target }) => onChange(target.value as MissingChoice)}
    />
  )
}
