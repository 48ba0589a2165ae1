import { bodyLabel } from '../../../contract/body-label.ts'
import { bodies, conditions, fuels, transmissions } from '../../../contract/car-choices.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'

const NOT_SPECIFIED = 'Not specified'
const FUELS = fuels.map((fuel) => ({ value: fuel, label: fuelLabel(fuel) }))
const BODIES = bodies.map((body) => ({ value: body, label: bodyLabel(body) }))

/** What helps buyers compare. None of it is needed, and none of it is filled in for the seller. */
export function CarDetailsFields({ form }: { form: CarFormControls }) {
  const { errors } = form.formState
  return (
    <CarFormSection title="Details">
      <Select
        label={labels.condition}
        optional
        placeholder={NOT_SPECIFIED}
        options={conditions}
        error={errors.condition?.message}
        {...form.register('condition')}
      />
      <Select
        label={labels.fuel}
        optional
        placeholder={NOT_SPECIFIED}
        options={FUELS}
        error={errors.fuel?.message}
        {...form.register('fuel', orNull)}
      />
      <Select
        label={labels.body}
        optional
        placeholder={NOT_SPECIFIED}
        options={BODIES}
        error={errors.body?.message}
        {...form.register('body', orNull)}
      />
      <Select
        label={labels.transmission}
        optional
        placeholder={NOT_SPECIFIED}
        options={transmissions}
        error={errors.transmission?.message}
        {...form.register('transmission', orNull)}
      />
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
