import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { newPasswordForm } from '../../../contract/users.ts'
import { callAs } from '../../api/single-call.ts'
import type { LoginState } from '../../session/Guard.tsx'
import { useAppDispatch, type AppThunk } from '../../session/store.ts'
import type { MailLink } from '../../platform/firebase-mail-link.ts'
import { getIdentityMessage } from '../../platform/identity-error.ts'
import { loadMe } from '../../session/session.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { Outcome } from './Outcome.tsx'

interface ResetPasswordProps {
  link: MailLink
  onStale: () => void
}

/** Lets the user choose a new password. The user then signs in on the sign-in page. */
export function ResetPassword({ link, onStale }: ResetPasswordProps) {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<'everywhere' | 'here' | null>(null)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useSchemaForm(newPasswordForm, { password: '' })
  const { setFocus } = form

  useEffect(() => setFocus('password'), [setFocus])

  const handleSubmit = form.handleSubmit(async ({ password }) => {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    const saved = await dispatch(savePassword(link, password))
    setBusy(false)
    if (saved.result === 'stale') return onStale()
    if (saved.result === 'failed') return setErrorMessage(saved.message)
    setOutcome(saved.isSignedOut ? 'everywhere' : 'here')
  })

  if (outcome !== null) return <Saved email={link.email} isSignedOut={outcome === 'everywhere'} />
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-col gap-5 p-5 sm:p-11"
    >
      <div>
        <h1 className="text-h2 font-heavy">Choose a new password</h1>
        <p className="mt-1 text-muted">
          for <EmailText address={link.email} />
        </p>
      </div>
      {/* For password managers, names the account that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
      <NewPasswordField
        label="New password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      {errorMessage && (
        <Notice tone="danger" isAlert>
          <p>{errorMessage}</p>
        </Notice>
      )}
      <Button type="submit" wide loading={isBusy}>
        Save password
      </Button>
    </form>
  )
}

function Saved({ email, isSignedOut }: { email: string; isSignedOut: boolean }) {
  return (
    <Outcome
      icon={<KeyRound />}
      title="Your new password is saved"
      text={
        isSignedOut
          ? 'You’re signed out on all devices. Sign in with your new password.'
          : 'Your other devices are still signed in. You can sign them out under Account.'
      }
      action={
        <LinkButton to={pages.login.path} state={{ email } satisfies LoginState}>
          {strings.login.submit}
        </LinkButton>
      }
    />
  )
}

type SavedPassword =
  | { result: 'saved'; isSignedOut: boolean }
  | { result: 'stale' }
  | { result: 'failed'; message: string }

/**
 * Saves the new password and ends all of the user's sessions, which signs out anyone with the old one. The
 * server trusts the ID token obtained with the new password.
 */
function savePassword(link: MailLink, password: string): AppThunk<Promise<SavedPassword>> {
  return async (dispatch, getState) => {
    try {
      const { resetPassword } = await import('../../platform/firebase-mail-link.ts')
      if (!(await resetPassword(link, password))) return { result: 'stale' }
    } catch (error) {
      return { result: 'failed', message: getIdentityMessage(error) }
    }
    try {
      const { getPasswordIdToken } = await import('../../platform/firebase-mail-link.ts')
      await callAs(await getPasswordIdToken(link.email, password), 'revokeSessions', {})
    } catch {
      // The password is saved even if this fails. The page explains the remaining steps.
      return { result: 'saved', isSignedOut: false }
    }
    if (getState().session.status === 'in') await dispatch(loadMe())
    return { result: 'saved', isSignedOut: true }
  }
}
