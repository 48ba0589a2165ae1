import { skipToken } from '@reduxjs/toolkit/query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { numberFacts } from '../../../contract/cars/car-numbers.ts'
import { strings } from '../../../contract/strings.ts'
import { Select } from '../../ui/form/Select.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { MakeField } from './MakeField.tsx'
import { useVinHint } from './vin-hints.ts'
import { useListModelsQuery } from './models.api.ts'

/** Asks for what buyers look at first: make and model, age, and mileage. */
export function CarNameFields({ form }: { form: CarFormControls }) {
  const { errors, defaultValues } = form.formState
  const isUnitUnknown = defaultValues?.mileageUnit === null
  const make = useWatch({ control: form.control, name: 'category_name' })
  const models = useId()
  const modelHint = useVinHint(form, 'modelName')

  return (
    <CarFormSection title="Car">
      <MakeField form={form} />
      <TextField
        label={labels.modelName}
        placeholder="Such as Model 3 Long Range"
        list={models}
        autoComplete="off"
        hint={modelHint}
        error={errors.modelName?.message}
        {...form.register('modelName')}
      />
      <ModelSuggestions id={models} make={make} />
      <CarNumberField form={form} name="year" />
      <div className="grid items-start gap-x-2 gap-y-4 sm:grid-cols-[1fr_72px]">
        <CarNumberField form={form} name="mileage" />
        <Select
          label="Unit"
          options={numberFacts.mileage.units}
          placeholder={isUnitUnknown ? '–' : undefined}
          error={errors.mileageUnit?.message}
          {...form.register('mileageUnit', orNull)}
        />
      </div>
      <TextField
        label={labels.usageTime}
        hint={strings.cars.usageHint}
        error={errors.usageTime?.message}
        {...form.register('usageTime')}
      />
    </CarFormSection>
  )
}

/** Suggests the chosen make's models. Any other model can be typed. */
function ModelSuggestions({ id, make }: { id: string; make: string }) {
  const { currentData: models = [] } = useListModelsQuery(
    make === '' ? skipToken : { query: { category_name: make } },
  )
  return (
    <datalist id={id}>
      {models.map(({ model }) => (
        <option key={model} value={model}>
          {model}
        </option>
      ))}
    </datalist>
  )
}
