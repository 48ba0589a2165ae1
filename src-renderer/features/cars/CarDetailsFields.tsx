import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { bodyLabel } from '../../../contract/body-label.ts'
import { bodies, fuels, mileageUnits, transmissions } from '../../../contract/cars.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { detailFields, fieldLabels, type CarFormInput, type CarFormValues } from './car-form.ts'

const NOT_SAID = 'Not said'
const orNull = { setValueAs: (value: string | null) => value || null }
const FUELS = fuels.map((fuel) => ({ value: fuel, label: fuelLabel(fuel) }))
const BODIES = bodies.map((body) => ({ value: body, label: bodyLabel(body) }))

interface CarDetailsFieldsProps {
  form: UseFormReturn<CarFormInput, unknown, CarFormValues>
  /** Whether it starts open, as where some of it is filled in. */
  isFilled: boolean
}

/** What one may add: it helps buyers compare, and none of it is needed. */
export function CarDetailsFields({ form, isFilled }: CarDetailsFieldsProps) {
  const { errors } = form.formState
  const [isOpen, setOpen] = useState(isFilled)
  // What is wrong must be seen, and can only then get the focus.
  const isShown = isOpen || detailFields.some((name) => errors[name])

  return (
    <details
      className="group card px-5"
      open={isShown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="-mx-5 flex min-h-14 list-none items-center justify-between rounded-card px-5 font-semibold">
        More details
        <ChevronDown aria-hidden="true" className="size-5 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-1 pb-5 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
        <Controller
          control={form.control}
          name="year"
          render={({ field: { value, ...field } }) => (
            <NumberField
              {...field}
              value={value ?? null}
              label={fieldLabels.year}
              optional
              format={{ useGrouping: false }}
              error={errors.year?.message}
            />
          )}
        />
        <div className="grid grid-cols-[1fr_96px] items-start gap-3">
          <Controller
            control={form.control}
            name="mileage"
            render={({ field: { value, ...field } }) => (
              <NumberField
                {...field}
                value={value ?? null}
                label={fieldLabels.mileage}
                optional
                min={0}
                step={1000}
                error={errors.mileage?.message}
              />
            )}
          />
          <Select
            label="Unit"
            options={mileageUnits}
            error={errors.mileageUnit?.message}
            {...form.register('mileageUnit', orNull)}
          />
        </div>
        <Select
          label={fieldLabels.fuel}
          optional
          placeholder={NOT_SAID}
          options={FUELS}
          error={errors.fuel?.message}
          {...form.register('fuel', orNull)}
        />
        <Select
          label={fieldLabels.body}
          optional
          placeholder={NOT_SAID}
          options={BODIES}
          error={errors.body?.message}
          {...form.register('body', orNull)}
        />
        <Select
          label={fieldLabels.transmission}
          optional
          placeholder={NOT_SAID}
          options={transmissions}
          error={errors.transmission?.message}
          {...form.register('transmission', orNull)}
        />
      </div>
    </details>
  )
}
