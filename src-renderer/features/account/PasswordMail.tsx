import { useState } from 'react'
import { platform } from '../../platform/current.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import { CoolDownButton } from '../../ui/CoolDownButton.tsx'
import { toast } from '../../ui/toast.ts'
import { startCoolDown } from '../../ui/use-cool-down.ts'

/** For who has forgotten the password, or has signed in with Google so far: a link to choose one. */
export function PasswordMail({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)

  async function handleClick() {
    setBusy(true)
    try {
      const identity = await platform.identity()
      await identity.mailPassword(email)
      startCoolDown(`reset ${email}`)
      toast.success('Check your email', { detail: 'We sent you a link to choose a new password.' })
    } catch (error) {
      toast.error(identityMessage(error))
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
