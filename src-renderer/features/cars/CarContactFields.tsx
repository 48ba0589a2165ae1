import { useMe } from '../../session/use-session.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'

export function CarContactFields({ form, sellerEmail }: { form: CarFormControls; sellerEmail: string }) {
  const { errors } = form.formState
  const me = useMe()
  const accountZip = sellerEmail === me.email ? me.zip : null
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
      <TextField
        label={labels.zip}
        optional
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        hint={
          accountZip
            ? `Leave empty to use ${accountZip} from your account`
            : 'Buyers search for cars near them. They see this ZIP code, but no address.'
        }
        error={errors.zip?.message}
        {...form.register('zip')}
      />
      <TextField label="Seller email" type="email" readOnly value={sellerEmail} className="col-span-full" />
    </CarFormSection>
  )
}
