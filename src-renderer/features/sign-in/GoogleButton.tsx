import { useEffect, useState } from 'react'
import { strings } from '../../../contract/strings.ts'
import { prepareGoogle, signInByGoogle } from '../../session/sign-in.ts'
import { useGoogleSignIn } from '../../session/use-google-sign-in.ts'
import { useAppDispatch } from '../../session/store.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Shape } from '../../ui/controls/Shape.tsx'

interface GoogleButtonProps {
  onBusy: (isBusy: boolean) => void
  onSignedIn: () => void
}

/** Offers Google sign-in if the host supports it. */
export function GoogleButton({ onBusy, onSignedIn }: GoogleButtonProps) {
  const dispatch = useAppDispatch()
  const isOffered = useGoogleSignIn()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    // A failure here recurs, and is shown, when the button is clicked.
    prepareGoogle().catch(() => undefined)
  }, [])

  async function handleClick() {
    setBusy(true)
    onBusy(true)
    if (await dispatch(signInByGoogle())) return onSignedIn()
    setBusy(false)
    onBusy(false)
  }

  if (!isOffered) return null
  return (
    <>
      <p className="flex items-center gap-3 text-tiny text-subtle before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="secondary" wide loading={isBusy} onClick={() => void handleClick()}>
        <Shape src="/marks/google.svg" className="size-5" aria-hidden="true" />
        {strings.login.google}
      </Button>
      {isBusy && platform.console && (
        <p role="status" className="flex items-center justify-between gap-3 text-small text-muted">
          Continue in your browser.
          <Button variant="ghost" onClick={() => platform.console?.cancelGoogle()}>
            Cancel
          </Button>
        </p>
      )}
    </>
  )
}
