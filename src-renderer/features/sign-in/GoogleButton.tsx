import { useEffect, useState } from 'react'
import { strings } from '../../../contract/strings.ts'
import { prepareGoogle, signInByGoogle } from '../../app/session/sign-in.ts'
import { useAppDispatch } from '../../app/store.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'

interface GoogleButtonProps {
  onBusy: (isBusy: boolean) => void
  onSignedIn: () => void
}

/** Not there where the host can open no Google window. */
export function GoogleButton({ onBusy, onSignedIn }: GoogleButtonProps) {
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    // What fails here fails again, and is shown, when the button is used.
    prepareGoogle().catch(() => undefined)
  }, [])

  async function handleClick() {
    setBusy(true)
    onBusy(true)
    if (await dispatch(signInByGoogle())) return onSignedIn()
    setBusy(false)
    onBusy(false)
  }

  if (!platform.can.popupSignIn) return null
  return (
    <Button variant="secondary" wide loading={isBusy} onClick={() => void handleClick()}>
      <Mark name="google" className="size-5" />
      {strings.login.google}
    </Button>
  )
}
