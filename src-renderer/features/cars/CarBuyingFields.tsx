import { DEFAULT_DEPOSIT_DAYS } from '../../../contract/deposits.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { CarChoiceField } from './CarChoiceField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import type { CarFormControls } from './car-form.ts'

/** Asks for the offers that make buying easier. */
export function CarBuyingFields({ form }: { form: CarFormControls }) {
  return (
    <CarFormSection title="Buying">
      <CarNumberField
        form={form}
        name="deposit"
        hint="Buyers can reserve the car with this amount by card. Until one does, it stays for sale."
      />
      <CarNumberField
        form={form}
        name="depositDays"
        hint={`How long a deposit reserves the car: ${formatCount(DEFAULT_DEPOSIT_DAYS, 'day')} if you enter none`}
      />
      <CarChoiceField
        form={form}
        name="returns"
        placeholder="No return"
        hint="The time after the handover in which the buyer can return the car for a full refund"
      />
    </CarFormSection>
  )
}
