import { getTextFact, type TextName } from '../../../contract/cars/car-texts.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { useVinHint } from './vin-hints.ts'

export function CarTextField({ form, name }: { form: CarFormControls; name: TextName }) {
  const { error } = form.getFieldState(name, form.formState)
  const { example, hint, isDay } = getTextFact(name)
  return (
    <TextField
      label={labels[name]}
      optional
      type={isDay ? 'date' : 'text'}
      autoComplete="off"
      placeholder={example}
      hint={useVinHint(form, name) ?? hint}
      error={error?.message}
      {...form.register(name, orNull)}
    />
  )
}
