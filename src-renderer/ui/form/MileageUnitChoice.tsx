import { RadioGroup } from './RadioGroup.tsx'
import { chooseMileageUnit, useMileageUnit } from '../mileage-unit.ts'

/** Lets the user choose miles or kilometers for the whole browser. */
export function MileageUnitChoice({ label, hint }: { label: string; hint?: string }) {
  const unit = useMileageUnit()
  return (
    <RadioGroup
      key={unit}
      name="mileage-unit"
      label={label}
      hint={hint}
      options={[
        { value: 'mi', label: 'Miles' },
        { value: 'km', label: 'Kilometers' },
      ]}
      defaultValue={unit}
      onChange={({ target }) => chooseMileageUnit(target.value === 'km' ? 'km' : 'mi')}
    />
  )
}
