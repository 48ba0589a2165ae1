import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { strings } from '../../../contract/strings.ts'
import { registerForm } from '../../../contract/users.ts'
import { register } from '../../app/session/sign-in.ts'
import { useAppDispatch } from '../../app/store.ts'
import { Button } from '../../ui/Button.tsx'
import { EmailField } from '../../ui/EmailField.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { PhotoPicker } from '../../ui/PhotoPicker.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

const EMPTY = { fullName: '', email: '', password: '', account: 'buyer' as const }

const ACCOUNTS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
]

interface RegisterFormProps {
  onBusy: (isBusy: boolean) => void
  onRegistered: () => void
}

export function RegisterForm({ onBusy, onRegistered }: RegisterFormProps) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useSchemaForm(registerForm, EMPTY)
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (registration) => {
    if (isBusy) return
    setBusy(true)
    onBusy(true)
    setProgress(0)
    const isRegistered = await dispatch(register(registration, setProgress))
    setProgress(null)
    setBusy(false)
    if (isRegistered) {
      form.reset(EMPTY)
      onRegistered()
    }
    onBusy(false)
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <TextField
        label="Full name"
        autoComplete="name"
        error={errors.fullName?.message}
        {...form.register('fullName')}
      />
      <Controller
        control={form.control}
        name="image"
        render={({ field }) => (
          <PhotoPicker
            label="Your picture"
            shape="round"
            name={field.name}
            value={field.value ?? null}
            onChange={(file) => form.setValue('image', file as File, { shouldValidate: true })}
            progress={progress}
            error={errors.image?.message}
          />
        )}
      />
      <EmailField
        label="Email"
        hint="We’ll send a link there, to confirm that it’s yours."
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={strings.register.passwordTip}
        error={errors.password?.message}
        {...form.register('password')}
      />
      <RadioGroup label="Account type" options={ACCOUNTS} {...form.register('account')} />
      <Button type="submit" wide loading={isBusy} className="mt-2">
        Create account
      </Button>
    </form>
  )
}
