import { useLocation, useNavigate } from 'react-router-dom'
import { strings } from '../../contract/strings.ts'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx'
import { TextLink } from '../ui/TextLink.tsx'

export function RegisterPage() {
  const navigate = useNavigate()
  const { state } = useLocation()

  return (
    <SignInFrame title={strings.register.title}>
      <RegisterForm onRegistered={() => void navigate('/')} />
      <p className="text-small text-muted">
        Have an account already?{' '}
        <TextLink to="/login" state={state}>
          Sign in
        </TextLink>
      </p>
    </SignInFrame>
  )
}
