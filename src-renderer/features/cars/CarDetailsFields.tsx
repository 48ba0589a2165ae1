import type { ChoiceFact } from '../../../contract/cars/body-and-fuel.ts'
import { choiceFacts, choiceNames, type ChoiceName } from '../../../contract/cars/car-choices.ts'
import { TextArea } from '../../ui/form/TextField.tsx'
import { CarChoiceField } from './CarChoiceField.tsx'
import { historyChoices } from './CarHistoryFields.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'

/** The choices that no other section asks for. */
const choices = choiceNames.filter(
  (name) =>
    !(choiceFacts[name] as ChoiceFact).isOffer && !(historyChoices as readonly ChoiceName[]).includes(name),
)

/** Asks for optional details that help buyers compare cars. No field has a default. */
export function CarDetailsFields({ form }: { form: CarFormControls }) {
  const { errors } = form.formState
  return (
    <CarFormSection title="Details">
      {choices.map((name) => (
        <CarChoiceField key={name} form={form} name={name} />
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
