import { Controller } from 'react-hook-form'
import { numberFacts, type NumberName } from '../../../contract/car-numbers.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { fieldLabels, type CarFormControls } from './car-form.ts'
import { useVinHint } from './from-vin.ts'

/** What a seller says of the car in a number. */
export function CarNumberField({ form, name }: { form: CarFormControls; name: NumberName }) {
  const { min, max, step, isGrouped } = numberFacts[name]
  const hint = useVinHint(form, name)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ...field }, fieldState: { error } }) => (
        <NumberField
          {...field}
          {...{ min, max, step }}
          value={value ?? null}
          label={fieldLabels[name]}
          optional
          hint={hint}
          format={{ useGrouping: isGrouped }}
          error={error?.message}
        />
      )}
    />
  )
}
