import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { conditions, type CarInput } from '../../../contract/cars.ts'
import { strings } from '../../../contract/strings.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { showFaults } from '../../ui/show-faults.ts'
import { TextArea, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useLeaveWarning } from '../../ui/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { useListCategoriesQuery } from '../categories/categories.api.ts'
import { CarDetailsFields } from './CarDetailsFields.tsx'
import { CarPictures } from './CarPictures.tsx'
import { carForm, fieldLabels as labels, formFields, toCarInput, type CarFormInput } from './car-form.ts'
import { resellPriceNote } from './resell-price-note.ts'
import { usePictures } from './use-pictures.ts'

interface CarFormProps {
  defaultValues: CarFormInput
  /** Addresses of pictures that the car has already. */
  images?: readonly string[]
  sellerEmail: string
  submitLabel: string
  /** @returns what the form should say is wrong; null where it was saved, or is dealt with */
  onSave: (input: CarInput) => Promise<ApiProblem | null>
  /** Told what is in the fields at each change. */
  onChange?: (values: CarFormInput) => void
  /** The person left on purpose and lets go of what was typed. */
  onDiscard?: () => void
  /** Above the buttons: a conflict, which compares with what is in the fields now. */
  notice?: (mine: CarFormInput) => ReactNode
  /** Beside the submit button. */
  actions?: ReactNode
}

/** A car's form, to add and to edit. Whatever fails, all that was typed and chosen stays. */
export function CarForm(props: CarFormProps) {
  const { defaultValues, images = [], sellerEmail, submitLabel, onSave, onChange, notice, actions } = props
  const form = useSchemaForm(carForm, defaultValues)
  const { errors, isDirty } = form.formState
  const pictureInput = useRef<HTMLInputElement>(null)
  const pictures = usePictures(images, () => pictureInput.current?.focus())
  const [isBusy, setBusy] = useState(false)
  const categories = useListCategoriesQuery()
  const resellPrice = useWatch({ control: form.control, name: 'resellPrice' })
  useLeaveWarning(isDirty || pictures.isChanged, props.onDiscard)

  useEffect(
    () =>
      onChange && form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [form, onChange],
  )

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isBusy) return
    setBusy(true)
    const uploaded = await pictures.upload()
    const problem = 'problem' in uploaded ? uploaded.problem : await onSave(toCarInput(values, uploaded.urls))
    // At once: what is disabled meanwhile cannot get the focus.
    flushSync(() => setBusy(false))
    if (problem) showProblem(problem)
  })

  function showProblem(problem: ApiProblem) {
    const left = showFaults(form, problem, formFields, pictures.faults)
    toast.error(left ?? problem.message)
  }

  const categoryNames = categories.data?.map(({ category_name: name }) => name) ?? []

  return (
    <form
      noValidate
      aria-label={submitLabel}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex max-w-[760px] flex-col gap-5"
    >
      <Card className="grid gap-4 p-5 sm:grid-cols-2">
        <TextField
          label={labels.modelName}
          className="sm:col-span-2"
          error={errors.modelName?.message}
          {...form.register('modelName')}
        />
        <Select
          label={labels.category_name}
          placeholder={categories.isError ? 'The categories did not load' : 'Choose a category'}
          // The list may come after the form is filled in: until then the value must have its entry.
          options={withCurrent(categoryNames, defaultValues.category_name)}
          error={errors.category_name?.message}
          onFocus={() => categories.isError && void categories.refetch()}
          {...form.register('category_name')}
        />
        <Select
          label={labels.condition}
          options={conditions}
          error={errors.condition?.message}
          {...form.register('condition')}
        />
        <TextField
          label={labels.usageTime}
          hint={strings.cars.usageHint}
          error={errors.usageTime?.message}
          {...form.register('usageTime')}
        />
        <TextField
          label={labels.location}
          optional
          autoComplete="address-level2"
          error={errors.location?.message}
          {...form.register('location')}
        />
      </Card>
      <Card className="grid gap-4 p-5 sm:grid-cols-2">
        <TextField
          label={labels.originalPrice}
          hint="What it cost new, such as 32,000"
          inputMode="decimal"
          error={errors.originalPrice?.message}
          {...form.register('originalPrice')}
        />
        <TextField
          label={labels.resellPrice}
          optional
          hint={
            <span role="status">
              {resellPriceNote(String(resellPrice ?? '')) ?? 'What buyers pay, in US dollars'}
            </span>
          }
          inputMode="decimal"
          error={errors.resellPrice?.message}
          {...form.register('resellPrice')}
        />
        <TextField
          label={labels.selllerContact}
          type="tel"
          autoComplete="tel"
          hint="Shown to people who are signed in"
          error={errors.selllerContact?.message}
          {...form.register('selllerContact')}
        />
        <TextField label="Seller email" type="email" readOnly value={sellerEmail} />
      </Card>
      <Card className="flex flex-col gap-5 p-5">
        <CarPictures pictures={pictures} input={pictureInput} isBusy={isBusy} />
        <TextArea
          label={labels.description}
          optional
          rows={5}
          error={errors.description?.message}
          {...form.register('description')}
        />
      </Card>
      <CarDetailsFields form={form} isFilled={hasDetails(defaultValues)} />
      {notice?.(form.getValues())}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  )
}

function withCurrent(names: string[], current: string): string[] {
  return current === '' || names.includes(current) ? names : [current, ...names]
}

function hasDetails({ year, mileage, fuel, body, transmission }: CarFormInput): boolean {
  return [year, mileage, fuel, body, transmission].some((value) => value !== null && value !== undefined)
}
