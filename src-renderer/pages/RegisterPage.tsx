import { Suspense, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import type { LoginState } from '../session/Guard.tsx'
import { storeResumePoint, resumePoint, type ResumePoint } from '../session/resume-point.ts'
import { useSession } from '../session/use-session.ts'
import { useAppDispatch } from '../session/store.ts'
import { RegisterForm } from '../features/sign-in/RegisterForm.tsx'
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx'
import { SignedInNotice } from '../features/sign-in/SignInNotice.tsx'
import { TextLink } from '../ui/controls/TextLink.tsx'
import { getTargetDialog } from './target-dialog.ts'
import { PendingActionCarSkeleton } from './PendingActionCarSkeleton.tsx'
import { createLazyPart } from '../ui/lazy-part.tsx'

const PendingActionCar = createLazyPart(() =>
  import('./PendingActionCar.tsx').then((module) => module.PendingActionCar),
)

export function RegisterPage() {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { from } = (useLocation().state ?? {}) as LoginState
  const { me } = useSession()
  const [isBusy, setBusy] = useState(false)
  const account = useSearchParams()[0].get('account') === 'seller' ? 'seller' : 'buyer'
  const dialog = getTargetDialog(from)
  const point: ResumePoint | null = from && dialog ? { carId: dialog.carId, from } : null
  const [carName, setCarName] = useState<string>()

  function handleRegistered() {
    if (point) dispatch(storeResumePoint(point))
    void navigate(pages.home.path)
  }

  function nextFor(chosen: 'buyer' | 'seller') {
    if (point) return { label: `Continue with your ${carName ?? 'car'}`, onAction: resume }
    return chosen === 'seller'
      ? { label: 'Add a car', onAction: () => void navigate(pages.addCar.path) }
      : undefined
  }

  function resume() {
    if (!point) return
    const { state, ...to } = point.from
    resumePoint.clear()
    void navigate(to, { state: state as unknown })
  }

  return (
    <SignInFrame title={strings.register.title}>
      {me && !isBusy && <SignedInNotice me={me} orElse="create another account" />}
      {!me && dialog && (
        <Suspense fallback={<PendingActionCarSkeleton />}>
          <PendingActionCar
            dialog={dialog}
            doing="Create an account"
            after="We’ll keep it at hand for you."
            onName={setCarName}
          />
        </Suspense>
      )}
      <RegisterForm account={account} nextFor={nextFor} onBusy={setBusy} onRegistered={handleRegistered} />
      <p className="text-small text-muted">
        Already have an account?{' '}
        <TextLink to={pages.login.path} state={{ from }} className="inline-flex min-h-11 items-center">
          Sign in
        </TextLink>
      </p>
    </SignInFrame>
  )
}
