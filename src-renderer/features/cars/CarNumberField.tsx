import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { getNumberFact, type NumberFact, type NumberName } from '../../../contract/cars/car-numbers.ts'
import { NumberField, type NumberFieldProps } from '../../ui/form/NumberField.tsx'
import { useMileageUnit } from '../../ui/mileage-unit.ts'
import { fieldLabels, type CarFormControls } from './car-form.ts'
import { useVinHint } from './vin-hints.ts'

interface CarNumberFieldProps {
  form: CarFormControls
  name: NumberName
  hint?: string
}

/**
 * Asks for one of the car's numeric facts. Users of miles enter liters and horsepower, which are converted to
 * the stored units.
 */
export function CarNumberField({ form, name, hint: ownHint }: CarNumberFieldProps) {
  const { label, min, max, step, isGrouped, us } = getNumberFact(name)
  const hint = useVinHint(form, name) ?? ownHint
  const isUs = useMileageUnit() === 'mi'
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ...field }, fieldState: { error } }) => {
        const shared = { ...field, value: value ?? null, optional: true, hint, error: error?.message }
        if (us && isUs) return <UsNumberField {...shared} us={us} label={`${label} (${us.unit})`} />
        return (
          <NumberField
            {...shared}
            {...{ min, max, step }}
            label={fieldLabels[name]}
            format={{ useGrouping: isGrouped }}
          />
        )
      }}
    />
  )
}

interface UsNumberFieldProps extends NumberFieldProps {
  us: NonNullable<NumberFact['us']>
}

/** Preserves the typed amount. Converting it to the stored unit and back could change it. */
function UsNumberField({ us, value, onChange, ...field }: UsNumberFieldProps) {
  const toStored = (amount: number | null) => amount && Math.round(amount * us.size)
  const toShown = (stored: number | null) => stored && Number((stored / us.size).toFixed(us.digits))
  const [typed, setTyped] = useState(() => ({ stored: value, shown: toShown(value) }))
  const shown = typed.stored === value ? typed.shown : toShown(value)

  function handleChange(next: number | null) {
    const stored = toStored(next)
    setTyped({ stored, shown: next })
    onChange(stored)
  }

  return (
    <NumberField
      {...field}
      value={shown}
      onChange={handleChange}
      step={us.step}
      format={{ maximumFractionDigits: us.digits }}
    />
  )
}
