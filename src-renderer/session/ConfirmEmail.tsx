import { useEffect, useRef } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { CoolDownButton } from '../ui/controls/CoolDownButton.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { ProofForm } from './ProofForm.tsx'
import { useMe } from './use-session.ts'
import { useVerification, type VerificationOutcome } from './use-verification.ts'
import { getVerificationWaitName } from './verify-email.ts'

export function ConfirmEmail() {
  const me = useMe()
  const { outcome, pendingAction, send, check, interruptedAction, prove, cancel } = useVerification()

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CoolDownButton
          variant="secondary"
          coolDown={getVerificationWaitName(me.uid)}
          loading={pendingAction === 'send'}
          onClick={() => void send()}
        >
          Resend link
        </CoolDownButton>
        <Button variant="ghost" loading={pendingAction === 'look'} onClick={() => void check()}>
          I’ve confirmed it
        </Button>
      </div>
      <div role="status" className="w-full empty:hidden">
        {outcome !== null && <OutcomeNotice outcome={outcome} />}
      </div>
      <Dialog
        isOpen={interruptedAction !== null}
        onClose={cancel}
        title="Confirm it’s you"
        description={`To continue, sign in again as ${me.email}.`}
      >
        <ProofForm submitLabel="Continue" onProof={prove} onCancel={cancel} />
      </Dialog>
    </>
  )
}

/**
 * Shows a toast once the email address is confirmed, however the app learned this, and moves the
 * focus away from the removed elements.
 */
export function useConfirmedToast(moveFocus: () => void): void {
  const { emailVerified } = useMe()
  const wasVerified = useRef(emailVerified)

  useEffect(() => {
    if (emailVerified && !wasVerified.current) {
      toast.success('Your email address is confirmed')
      if (document.activeElement === document.body) moveFocus()
    }
    wasVerified.current = emailVerified
  })
}

function OutcomeNotice({ outcome }: { outcome: VerificationOutcome }) {
  if (outcome === 'sent')
    return (
      <Notice tone="success">
        <p>We sent the link. Don’t see it? Check your spam folder.</p>
      </Notice>
    )
  if (outcome === 'not yet')
    return (
      <Notice>
        <p>Not confirmed yet. Open the link in the newest email.</p>
      </Notice>
    )
  return (
    <Notice tone="danger">
      <p>{outcome.errorMessage}</p>
    </Notice>
  )
}
