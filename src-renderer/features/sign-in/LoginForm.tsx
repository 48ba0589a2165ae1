import { useEffect, useState } from 'react'
import { useWatch, type UseFormRegisterReturn } from 'react-hook-form'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { loginForm } from '../../../contract/users.ts'
import { platform } from '../../platform/current.ts'
import type { LoginState } from '../../session/Guard.tsx'
import { signIn } from '../../session/sign-in.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'

interface LoginFormProps {
  state: LoginState
  onBusy: (isBusy: boolean) => void
  onSignedIn: () => void
}

export function LoginForm({ state, onBusy, onSignedIn }: LoginFormProps) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const form = useSchemaForm(loginForm, { email: state.email ?? '', password: '' })
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors } = form.formState
  // On the web, focusing a field would open a phone's keyboard over the page.
  useEffect(() => {
    if (platform.console) form.setFocus(form.getValues('email') === '' ? 'email' : 'password')
  }, [form])

  const handleSubmit = form.handleSubmit(async ({ email, password }) => {
    if (isBusy) return
    setBusy(true)
    onBusy(true)
    if (await dispatch(signIn(email, password))) {
      form.reset()
      return onSignedIn()
    }
    setBusy(false)
    onBusy(false)
    form.setFocus('password')
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <EmailField
        label="Email"
        autoComplete="username"
        error={errors.email?.message}
        {...quietWhileEmpty(form.register('email'))}
      />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        {...quietWhileEmpty(form.register('password'))}
      />
      <TextLink
        to={pages.forgotPassword.path}
        state={{ ...state, email } satisfies LoginState}
        className="inline-flex min-h-11 items-center self-end text-small"
      >
        Forgot password?
      </TextLink>
      <Button type="submit" wide loading={isBusy}>
        {strings.login.submit}
      </Button>
    </form>
  )
}

/**
 * Skips validating an empty field when it loses focus. The error message would move the control being
 * clicked, such as the Google button, away from the pointer.
 */
function quietWhileEmpty({ onBlur, ...field }: UseFormRegisterReturn): UseFormRegisterReturn {
  return {
    ...field,
    onBlur: async (event: { target: HTMLInputElement; type?: string }) => {
      if (event.target.value !== '') await onBlur(event)
    },
  }
}
