import { useState } from 'react'
import { changePasswordForm } from '../../../contract/users.ts'
import { platform } from '../../platform/current.ts'
import { getIdentityMessage, isWrongPassword } from '../../platform/identity-error.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch, type AppThunk } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CoolDownButton } from '../../ui/controls/CoolDownButton.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { startCoolDown } from '../../ui/use-cool-down.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { accountApi } from './account.api.ts'

/**
 * Changes the password after checking the current one. Users who forgot it, or never had one, can request an
 * emailed link.
 */
export function ChangePassword() {
  const me = useMe()
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(changePasswordForm, { current: '', password: '' })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async ({ current, password }) => {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    const outcome = await dispatch(changePassword(me.email, current, password))
    setBusy(false)
    if (outcome.result === 'wrong')
      return form.setError('current', { message: 'Incorrect password' }, { shouldFocus: true })
    if (outcome.result === 'failed') return setErrorMessage(outcome.message)
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
        {/* For password managers, names the account that the password belongs to. */}
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
        {errorMessage && (
          <Notice tone="danger" isAlert>
            <p>{errorMessage}</p>
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

type ChangedPassword =
  | { result: 'changed'; isSignedOut: boolean }
  | { result: 'wrong' }
  | { result: 'failed'; message: string }

/** Changes the password and signs out all other devices, including those of anyone with the old password. */
function changePassword(email: string, current: string, next: string): AppThunk<Promise<ChangedPassword>> {
  return async (dispatch) => {
    try {
      const identity = await platform.identity()
      await identity.changePassword(email, current, next)
    } catch (error) {
      if (isWrongPassword(error)) return { result: 'wrong' }
      return { result: 'failed', message: getIdentityMessage(error) }
    }
    const { error } = await dispatch(accountApi.endpoints.revokeSessions.initiate())
    return { result: 'changed', isSignedOut: !error }
  }
}

/** Emails a password link, for users who forgot theirs or have always signed in with Google. */
function PasswordMail({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)

  async function handleClick() {
    setBusy(true)
    try {
      const identity = await platform.identity()
      await identity.mailPassword(email)
      startCoolDown(`reset ${email}`)
      toast.success('Check your email', { detail: 'We sent you a link to choose a new password.' })
    } catch (error) {
      toast.error(getIdentityMessage(error))
    }
    setBusy(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
      <p className="text-muted">Forgot it, or signed up with Google?</p>
      <CoolDownButton
        variant="secondary"
        size="small"
        coolDown={`reset ${email}`}
        loading={isBusy}
        onClick={() => void handleClick()}
      >
        Send reset link
      </CoolDownButton>
    </div>
  )
}
