import { useState } from 'react'
import { changePasswordForm } from '../../../contract/users.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/Button.tsx'
import { NewPasswordField } from '../../ui/NewPasswordField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { changePassword } from './change-password.ts'
import { PasswordMail } from './PasswordMail.tsx'

/** A new password by the current one; by mail for who has forgotten it, or never had one. */
export function ChangePassword() {
  const me = useMe()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const form = useSchemaForm(changePasswordForm, { current: '', password: '' })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async ({ current, password }) => {
    if (isBusy) return
    setBusy(true)
    setFault(null)
    const outcome = await dispatch(changePassword(me.email, current, password))
    setBusy(false)
    if (outcome.result === 'wrong')
      return form.setError('current', { message: 'Incorrect password' }, { shouldFocus: true })
    if (outcome.result === 'failed') return setFault(outcome.message)
    form.reset()
    const detail = outcome.isSignedOut
      ? 'We signed you out on your other devices.'
      : 'Your other devices are still signed in.'
    toast.success('Password changed', { detail })
  })

  return (
    <>
      <form
        noValidate
        aria-label="Password"
        onSubmit={(event) => void handleSubmit(event)}
        className="grid gap-4"
      >
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordField
          label="Current password"
          error={errors.current?.message}
          {...form.register('current')}
        />
        <NewPasswordField
          label="New password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        {fault && (
          <Notice tone="danger" isAlert>
            <p>{fault}</p>
          </Notice>
        )}
        <div>
          <Button type="submit" loading={isBusy}>
            Change password
          </Button>
        </div>
      </form>
      <PasswordMail email={me.email} />
    </>
  )
}
