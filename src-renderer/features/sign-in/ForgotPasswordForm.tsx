import { useEffect, useRef, useState, type ReactNode } from 'react'
import { forgotPasswordForm } from '../../../contract/users.ts'
import { platform } from '../../platform/current.ts'
import { getIdentityMessage } from '../../platform/identity-error.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CoolDownButton } from '../../ui/controls/CoolDownButton.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { startCoolDown } from '../../ui/use-cool-down.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'

interface ForgotPasswordFormProps {
  email: string
  /** Called with the email address typed here, which the sign-in page then shows. */
  onEmail: (email: string) => void
}

/** Emails a reset link. The confirmation is the same whether or not the address has an account. */
export function ForgotPasswordForm({ email: typed, onEmail }: ForgotPasswordFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(forgotPasswordForm, { email: typed })
  const { setFocus } = form
  const isBack = useRef(false)

  useEffect(() => {
    if (sentTo === null && isBack.current) setFocus('email')
    isBack.current = sentTo !== null
  }, [sentTo, setFocus])

  async function send(email: string) {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    try {
      const identity = await platform.identity()
      await identity.mailPassword(email)
      startCoolDown(`reset ${email}`)
      setSentTo(email)
    } catch (error) {
      setErrorMessage(getIdentityMessage(error))
    }
    setBusy(false)
  }

  const trouble = errorMessage !== null && (
    <Notice tone="danger" isAlert>
      <p>{errorMessage}</p>
    </Notice>
  )

  if (sentTo !== null)
    return (
      <SentNotice email={sentTo}>
        {trouble}
        <div className="flex flex-wrap gap-3">
          <CoolDownButton
            variant="secondary"
            coolDown={`reset ${sentTo}`}
            loading={isBusy}
            onClick={() => void send(sentTo)}
          >
            Resend link
          </CoolDownButton>
          <Button variant="ghost" onClick={() => setSentTo(null)}>
            Use another email
          </Button>
        </div>
      </SentNotice>
    )
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(({ email }) => send(email))(event)}
      className="flex flex-col gap-4"
    >
      <p className="text-muted">Enter your account email and we’ll send you a reset link.</p>
      <EmailField
        label="Email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email', {
          onChange: (event) => onEmail((event.target as HTMLInputElement).value),
        })}
      />
      {trouble}
      <Button type="submit" wide loading={isBusy}>
        Send reset link
      </Button>
    </form>
  )
}

function SentNotice({ email, children }: { email: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)

  // The notice takes the focus, because the focused form is gone.
  useEffect(() => notice.current?.focus(), [])

  return (
    <div className="flex flex-col gap-4">
      <div ref={notice} tabIndex={-1} role="status">
        <Notice tone="success" title="Check your email">
          <p className="wrap-anywhere">If {email} has an account here, a reset link is on its way.</p>
          <p>The link works once and expires soon. Don’t see it? Check your spam folder.</p>
        </Notice>
      </div>
      {children}
    </div>
  )
}
