import { useId } from 'react'
import type { Category } from '../../../contract/cars.ts'
import { numberFacts, rangeNumbers } from '../../../contract/car-numbers.ts'
import { strings } from '../../../contract/strings.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { allMakes, useListAllCategoriesQuery, useListCategoriesQuery } from '../categories/categories.api.ts'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { ModelSuggestions } from './ModelSuggestions.tsx'
import { useVinHint } from './from-vin.ts'
import { useMakeOfModel } from './use-make-of-model.ts'

/** What a buyer asks first: which car, how old, how far. */
export function CarNameFields({ form }: { form: CarFormControls }) {
  const { errors, defaultValues } = form.formState
  const isUnitUnknown = defaultValues?.mileageUnit === null
  const categories = useListAllCategoriesQuery(allMakes)
  const makes = namesOf(categories.data)
  // A word of a model's name may be a make that hardly anybody sells.
  const { make, isOfModel } = useMakeOfModel(form, namesOf(useListCategoriesQuery().data))
  const models = useId()
  const makeHint = useVinHint(form, 'category_name')
  const modelHint = useVinHint(form, 'modelName')

  return (
    <CarFormSection title="Car">
      <Select
        // The spec's word for it stands beside ours.
        label={
          <>
            {labels.category_name} <span className="field-optional">(category)</span>
          </>
        }
        placeholder={categories.isError ? 'The makes didn’t load' : 'Choose a make'}
        hint={makeHint ?? (isOfModel && 'From the model name. Change it if that’s wrong.')}
        // The list may come after the form is filled in: until then the value must have its entry.
        options={withCurrent(makes ?? [], make)}
        error={errors.category_name?.message}
        onFocus={() => categories.isError && void categories.refetch()}
        {...form.register('category_name')}
      />
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
      {rangeNumbers.map((name) =>
        name === 'mileage' ? (
          <div key={name} className="grid grid-cols-[1fr_80px] items-start gap-2">
            <CarNumberField form={form} name={name} />
            <Select
              label="Unit"
              options={numberFacts.mileage.units}
              placeholder={isUnitUnknown ? '–' : undefined}
              error={errors.mileageUnit?.message}
              {...form.register('mileageUnit', orNull)}
            />
          </div>
        ) : (
          <CarNumberField key={name} form={form} name={name} />
        ),
      )}
      <TextField
        label={labels.usageTime}
        hint={strings.cars.usageHint}
        error={errors.usageTime?.message}
        {...form.register('usageTime')}
      />
    </CarFormSection>
  )
}

function namesOf(makes: readonly Category[] | undefined): string[] | undefined {
  return makes?.map(({ category_name: name }) => name)
}

function withCurrent(names: string[], current: string): string[] {
  return current === '' || names.includes(current) ? names : [current, ...names]
}
