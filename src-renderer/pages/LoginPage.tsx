import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import type { LoginState } from '../session/Guard.tsx'
import { useReturn } from '../session/use-return.ts'
import { useSession } from '../session/use-session.ts'
import { GoogleButton } from '../features/sign-in/GoogleButton.tsx'
import { LoginForm } from '../features/sign-in/LoginForm.tsx'
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx'
import { SignInNotice } from '../features/sign-in/SignInNotice.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { getTargetDialog } from './target-dialog.ts'
import { PendingActionCarSkeleton } from './PendingActionCarSkeleton.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'

const PendingActionCar = createLazyPart(() =>
  import('./PendingActionCar.tsx').then((module) => module.PendingActionCar),
)

export function LoginPage() {
  const { me, isExpired } = useSession()
  const state = (useLocation().state ?? {}) as LoginState
  const dialog = me || isExpired ? undefined : getTargetDialog(state.from)
  const goBack = useReturn()
  const [isBusy, setBusy] = useState(false)
  const signInProps = { onBusy: setBusy, onSignedIn: goBack }

  return (
    <SignInFrame title={strings.login.title}>
      {dialog && (
        <Suspense fallback={<PendingActionCarSkeleton />}>
          <PendingActionCar dialog={dialog} doing="Sign in" after="We’ll bring you right back." />
        </Suspense>
      )}
      {!isBusy && !dialog && <SignInNotice {...{ me, isExpired, state }} />}
      <LoginForm state={state} {...signInProps} />
      <GoogleButton {...signInProps} />
      <p className="text-small text-muted">
        New here?{' '}
        <TextLink to={pages.register.path} state={state} className="inline-flex min-h-11 items-center">
          Create an account
        </TextLink>
      </p>
    </SignInFrame>
  )
}
