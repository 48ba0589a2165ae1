import { useEffect, useRef } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { commonMakes } from '../../../contract/cars/common-makes.ts'
import type { Category } from '../../../contract/cars/cars.ts'
import { findMakeOfModel } from '../../../contract/cars/model-makes.ts'
import { ComboField } from '../../ui/form/ComboField.tsx'
import { allMakes, useListAllCategoriesQuery, useListCategoriesQuery } from '../categories/categories.api.ts'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'
import { useVinHint } from './vin-hints.ts'

/** Asks for the make, unless the model name implies it. Common makes come first. */
export function MakeField({ form }: { form: CarFormControls }) {
  const categories = useListAllCategoriesQuery(allMakes)
  const shownMakes = useListCategoriesQuery()
  const { make, isOfModel } = useMakeOfModel(
    form,
    listMakeNames(categories.data),
    listMakeNames(shownMakes.data),
  )
  const vinHint = useVinHint(form, 'category_name')
  const makes = listMakeNames(categories.data) ?? []

  return (
    <Controller
      control={form.control}
      name="category_name"
      render={({ field, fieldState: { error } }) => (
        <ComboField
          {...field}
          // The product specification's term follows ours.
          label={
            <>
              {labels.category_name} <span className="field-optional">(category)</span>
            </>
          }
          placeholder={categories.isError ? 'The makes didn’t load' : 'Choose a make'}
          emptyText="No make has this name."
          hint={vinHint ?? (isOfModel && 'From the model name. Change it if that’s wrong.')}
          groups={groupsOf(makes, make)}
          error={error?.message}
          onFocus={() => categories.isError && void categories.refetch()}
        />
      )}
    />
  )
}

function listMakeNames(makes: readonly Category[] | undefined): string[] | undefined {
  return makes?.map(({ category_name: name }) => name)
}

/** Groups the makes for the list. Until the makes load, the current value has its own entry. */
function groupsOf(makes: readonly string[], current: string) {
  const common = commonMakes.filter((make) => makes.includes(make))
  const otherMakes = makes.filter((make) => !common.includes(make)).toSorted(compare)
  const unknown = current === '' || makes.includes(current) ? [] : [current]
  return [
    { value: 'Most common', items: [...unknown, ...common] },
    { value: 'All others', items: otherMakes },
  ].filter(({ items }) => items.length > 0)
}

const { compare } = new Intl.Collator('en-US')

/**
 * Fills in the make that the typed model implies, until the user chooses another make.
 * @param makes the makes that a car may have, or undefined while they load
 * @param makesWithCars the makes that have cars, or undefined while they load
 */
function useMakeOfModel(
  form: CarFormControls,
  makes: readonly string[] | undefined,
  makesWithCars: readonly string[] | undefined,
) {
  const [modelName, make] = useWatch({ control: form.control, name: ['modelName', 'category_name'] })
  const ofModel =
    makes && makesWithCars ? (findMakeOfModel(modelName, makes, makesWithCars) ?? '') : undefined
  const followed = useRef('')

  useEffect(() => {
    const current = form.getValues('category_name')
    const isFollowing = current === '' || current === followed.current
    if (ofModel === undefined || ofModel === followed.current || !isFollowing) return
    followed.current = ofModel
    const shouldValidate = form.getFieldState('category_name').invalid
    form.setValue('category_name', ofModel, { shouldDirty: true, shouldValidate })
  }, [form, ofModel])

  return { make, isOfModel: make !== '' && make === ofModel }
}
