import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { strings } from '../../contract/strings.ts'
import { useSession } from '../app/session/use-session.ts'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx'
import { SignedInNotice } from '../features/sign-in/SignInNotice.tsx'
import { TextLink } from '../ui/TextLink.tsx'

export function RegisterPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { me } = useSession()
  const [isBusy, setBusy] = useState(false)

  return (
    <SignInFrame title={strings.register.title}>
      {me && !isBusy && <SignedInNotice me={me} orElse="create another account" />}
      <RegisterForm onBusy={setBusy} onRegistered={() => void navigate('/')} />
      <p className="text-small text-muted">
        Have an account already?{' '}
        <TextLink to="/login" state={state}>
          Sign in
        </TextLink>
      </p>
    </SignInFrame>
  )
}
