import { numberNames, rangeNumbers } from '../../../contract/car-numbers.ts'
import { textFact, textNames, type TextName } from '../../../contract/car-texts.ts'
import { TextField } from '../../ui/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { useVinHint } from './from-vin.ts'

/** The first of them stand with the car's name. */
const numbers = numberNames.filter((name) => !(rangeNumbers as readonly string[]).includes(name))

/** What only some buyers ask for. */
export function CarMoreFields({ form }: { form: CarFormControls }) {
  return (
    <CarFormSection title="More details">
      {numbers.map((name) => (
        <CarNumberField key={name} form={form} name={name} />
      ))}
      {textNames.map((name) => (
        <CarTextField key={name} form={form} name={name} />
      ))}
    </CarFormSection>
  )
}

function CarTextField({ form, name }: { form: CarFormControls; name: TextName }) {
  const { error } = form.getFieldState(name, form.formState)
  const { example, hint } = textFact(name)
  return (
    <TextField
      label={labels[name]}
      optional
      autoComplete="off"
      placeholder={example}
      hint={useVinHint(form, name) ?? hint}
      error={error?.message}
      {...form.register(name, orNull)}
    />
  )
}
