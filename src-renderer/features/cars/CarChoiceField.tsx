import {
  choiceFacts,
  extractChoices,
  getOptionLabel,
  type ChoiceName,
} from '../../../contract/cars/car-choices.ts'
import { Select } from '../../ui/form/Select.tsx'
import { fieldLabels, type CarFormControls } from './car-form.ts'
import { useVinHint } from './vin-hints.ts'

interface CarChoiceFieldProps {
  form: CarFormControls
  name: ChoiceName
  hint?: string
  /** The text of an empty choice. */
  placeholder?: string
}

export function CarChoiceField({ form, name, hint, placeholder = 'Not specified' }: CarChoiceFieldProps) {
  const { error } = form.getFieldState(name, form.formState)
  const vinHint = useVinHint(form, name)
  return (
    <Select
      label={fieldLabels[name]}
      optional
      placeholder={placeholder}
      hint={vinHint ?? hint}
      options={choiceFacts[name].options.map((value) => ({ value, label: getOptionLabel(name, value) }))}
      error={error?.message}
      {...form.register(name, { setValueAs: (value: '') => extractChoices({ [name]: value })[name] })}
    />
  )
}
