import { Controller } from 'react-hook-form'
import { numberFacts, numberNames, type NumberName } from '../../../contract/car-numbers.ts'
import { strings } from '../../../contract/strings.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useListCategoriesQuery } from '../categories/categories.api.ts'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { useMakeOfModel } from './use-make-of-model.ts'

/** What a buyer asks first: which car, how old, how far. */
export function CarNameFields({ form }: { form: CarFormControls }) {
  const { errors } = form.formState
  const categories = useListCategoriesQuery()
  const makes = categories.data?.map(({ category_name: name }) => name)
  const { make, isOfModel } = useMakeOfModel(form, makes)

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
        hint={isOfModel && 'From the model name. Change it if that’s wrong.'}
        // The list may come after the form is filled in: until then the value must have its entry.
        options={withCurrent(makes ?? [], make)}
        error={errors.category_name?.message}
        onFocus={() => categories.isError && void categories.refetch()}
        {...form.register('category_name')}
      />
      <TextField
        label={labels.modelName}
        placeholder="Such as Model 3 Long Range"
        error={errors.modelName?.message}
        {...form.register('modelName')}
      />
      {numberNames.map((name) =>
        name === 'mileage' ? (
          <div key={name} className="grid grid-cols-[1fr_80px] items-start gap-2">
            <CarNumberField form={form} name={name} />
            <Select
              label="Unit"
              options={numberFacts.mileage.units}
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

function CarNumberField({ form, name }: { form: CarFormControls; name: NumberName }) {
  const { min, max, step, isGrouped } = numberFacts[name]
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, ...field }, fieldState: { error } }) => (
        <NumberField
          {...field}
          {...{ min, max, step }}
          value={value ?? null}
          label={labels[name]}
          optional
          format={{ useGrouping: isGrouped }}
          error={error?.message}
        />
      )}
    />
  )
}

function withCurrent(names: string[], current: string): string[] {
  return current === '' || names.includes(current) ? names : [current, ...names]
}
