import { useState } from 'react'
import { strings } from '../../../contract/strings.ts'
import { loginForm } from '../../../contract/users.ts'
import { signIn } from '../../app/session/sign-in.ts'
import { useAppDispatch } from '../../app/store.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

interface LoginFormProps {
  onBusy: (isBusy: boolean) => void
  onSignedIn: () => void
}

export function LoginForm({ onBusy, onSignedIn }: LoginFormProps) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const form = useSchemaForm(loginForm, { email: '', password: '' })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async ({ email, password }) => {
    if (isBusy) return
    setBusy(true)
    onBusy(true)
    if (await dispatch(signIn(email, password))) return onSignedIn()
    setBusy(false)
    onBusy(false)
    form.setFocus('password')
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
      <Button type="submit" wide loading={isBusy} className="mt-2">
        {strings.login.submit}
      </Button>
    </form>
  )
}
