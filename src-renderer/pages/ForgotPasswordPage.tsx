import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import type { LoginState } from '../session/Guard.tsx'
import { ForgotPasswordForm } from '../features/sign-in/ForgotPasswordForm.tsx'
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'

/** Offers a password reset, and a link back to sign-in that preserves the typed email address. */
export function ForgotPasswordPage() {
  const state = (useLocation().state ?? {}) as LoginState
  const [email, setEmail] = useState(state.email ?? '')

  return (
    <SignInFrame title="Forgot your password?">
      <ForgotPasswordForm email={email} onEmail={setEmail} />
      <p className="text-small text-muted">
        Remember it?{' '}
        <TextLink to={pages.login.path} state={{ ...state, email } satisfies LoginState}>
          Sign in
        </TextLink>
      </p>
    </SignInFrame>
  )
}
