import { useWatch } from 'react-hook-form'
import { hasBattery } from '../../../contract/cars/car-choices.ts'
import { CarChoiceField } from './CarChoiceField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { CarTextField } from './CarTextField.tsx'
import type { CarFormControls } from './car-form.ts'

/** The facts that only this section asks for. */
export const historyChoices = ['title', 'accidents', 'serviceHistory', 'tires', 'warranty'] as const
export const historyNumbers = ['keys', 'batteryHealth', 'evRange'] as const
export const historyTexts = ['lastInspection', 'warrantyUntil'] as const

/** Asks for the facts about the car's past and condition that buyers ask sellers for. */
export function CarHistoryFields({ form }: { form: CarFormControls }) {
  const [fuel, warranty, warrantyUntil, batteryHealth, evRange] = useWatch({
    control: form.control,
    name: ['fuel', 'warranty', 'warrantyUntil', 'batteryHealth', 'evRange'],
  })
  const isElectric = hasBattery(fuel ?? null) || (batteryHealth ?? evRange ?? null) !== null
  const hasWarranty = warranty === 'dealer' || warranty === 'manufacturer' || Boolean(warrantyUntil)
  return (
    <CarFormSection title="Title and history">
      <p className="col-span-full text-small text-muted">Buyers see what you leave open as “Unknown.”</p>
      <CarChoiceField form={form} name="title" placeholder="Unknown" />
      <CarChoiceField form={form} name="accidents" placeholder="Unknown" />
      <CarChoiceField form={form} name="serviceHistory" placeholder="Unknown" />
      <CarChoiceField form={form} name="tires" />
      <CarNumberField form={form} name="keys" />
      <CarTextField form={form} name="lastInspection" />
      <CarChoiceField form={form} name="warranty" placeholder="Unknown" />
      {hasWarranty && <CarTextField form={form} name="warrantyUntil" />}
      {isElectric && (
        <>
          <CarNumberField form={form} name="batteryHealth" hint="From the car’s display or a battery test" />
          <CarNumberField form={form} name="evRange" hint="The distance on a full battery" />
        </>
      )}
    </CarFormSection>
  )
}
