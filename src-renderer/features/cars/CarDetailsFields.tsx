import {
  choiceFacts,
  choiceNames,
  choicesOf,
  optionLabel,
  type ChoiceName,
} from '../../../contract/cars/car-choices.ts'
import { Select } from '../../ui/form/Select.tsx'
import { TextArea } from '../../ui/form/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'
import { useVinHint } from './from-vin.ts'

/** Asks for optional details that help buyers compare cars. No field has a default. */
export function CarDetailsFields({ form }: { form: CarFormControls }) {
  const { errors } = form.formState
  return (
    <CarFormSection title="Details">
      {choiceNames.map((name) => (
        <ChoiceField key={name} form={form} name={name} />
      ))}
      <TextArea
        label={labels.description}
        className="col-span-full"
        optional
        rows={5}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </CarFormSection>
  )
}

function ChoiceField({ form, name }: { form: CarFormControls; name: ChoiceName }) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Select
      label={labels[name]}
      optional
      placeholder="Not specified"
      hint={useVinHint(form, name)}
      options={choiceFacts[name].options.map((value) => ({ value, label: optionLabel(name, value) }))}
      error={error?.message}
      {...form.register(name, { setValueAs: (value: '') => choicesOf({ [name]: value })[name] })}
    />
  )
}
