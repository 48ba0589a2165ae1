import { useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { registerForm } from '../../../contract/users.ts'
import { register, type RegisterOptions } from '../../session/sign-in.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { PhotoPicker } from '../../ui/form/PhotoPicker.tsx'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'

const EMPTY = { fullName: '', email: '', password: '' }

const ACCOUNTS = [
  { value: 'buyer', label: 'Buyer' },
  { value: 'seller', label: 'Seller' },
]

const WHAT_NEXT = {
  buyer: 'As a buyer, you can keep a purchase list, pay online, and write reviews.',
  seller:
    'As a seller, you can list cars, and buy them, too. Next, confirm your email and add your first car.',
}

interface RegisterFormProps {
  /**
   * The preselected account type. It applies until the user chooses one here or through the header's Sell
   * link.
   */
  account: 'buyer' | 'seller'
  nextFor: (account: 'buyer' | 'seller') => RegisterOptions['next']
  onBusy: (isBusy: boolean) => void
  onRegistered: () => void
}

export function RegisterForm({ account, nextFor, onBusy, onRegistered }: RegisterFormProps) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useSchemaForm(registerForm, { ...EMPTY, account })
  const chosen = useWatch({ control: form.control, name: 'account' })
  const { errors } = form.formState
  const { setValue } = form
  useEffect(() => setValue('account', account), [account, setValue])

  const handleSubmit = form.handleSubmit(async (registration) => {
    if (isBusy) return
    setBusy(true)
    onBusy(true)
    setProgress(0)
    const isRegistered = await dispatch(
      register(registration, { onProgress: setProgress, next: nextFor(registration.account) }),
    )
    setProgress(null)
    setBusy(false)
    if (isRegistered) {
      form.reset({ ...EMPTY, account })
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
            label="Profile photo"
            hint="Add a photo so people know who they’re meeting. JPEG, PNG, or WebP, up to 10 MB."
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
        hint="We’ll send a link there to confirm it’s yours."
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <NewPasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <RadioGroup
        label="Account type"
        hint={WHAT_NEXT[chosen ?? account]}
        options={ACCOUNTS}
        defaultValue={account}
        {...form.register('account')}
      />
      <Button type="submit" wide loading={isBusy} className="mt-2">
        Create account
      </Button>
    </form>
  )
}
