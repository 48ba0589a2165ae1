import { TextField } from '../../ui/form/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'

export function CarContactFields({ form, sellerEmail }: { form: CarFormControls; sellerEmail: string }) {
  const { errors } = form.formState
  return (
    <CarFormSection title="Contact">
      <TextField
        label={labels.selllerContact}
        type="tel"
        autoComplete="tel"
        hint="Visible to signed-in users"
        error={errors.selllerContact?.message}
        {...form.register('selllerContact')}
      />
      <TextField
        label={labels.location}
        optional
        autoComplete="address-level2"
        hint="City and state, e.g., Portland, OR"
        error={errors.location?.message}
        {...form.register('location')}
      />
      <TextField label="Seller email" type="email" readOnly value={sellerEmail} className="col-span-full" />
    </CarFormSection>
  )
}
