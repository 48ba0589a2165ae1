import { choiceFacts, choiceNames, choicesOf, optionLabel } from '../../../contract/car-choices.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'

/** What helps buyers compare. None of it is needed, and none of it is filled in for the seller. */
export function CarDetailsFields({ form }: { form: CarFormControls }) {
  const { errors } = form.formState
  return (
    <CarFormSection title="Details">
      {choiceNames.map((name) => (
        <Select
          key={name}
          label={labels[name]}
          optional
          placeholder="Not specified"
          options={choiceFacts[name].options.map((value) => ({ value, label: optionLabel(name, value) }))}
          error={errors[name]?.message}
          {...form.register(name, { setValueAs: (value: '') => choicesOf({ [name]: value })[name] })}
        />
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
