import { useEffect, useRef } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { CoolDownButton } from '../ui/controls/CoolDownButton.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/controls/Notice.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { ProofForm } from './ProofForm.tsx'
import { useMe } from './use-session.ts'
import { useVerification, type VerificationOutcome } from './use-verification.ts'
import { verificationWait } from './verify-email.ts'

/**
 * Offers a user with an unconfirmed email address two options: resend the email, or report that the address
 * is confirmed.
 */
export function ConfirmEmail() {
  const me = useMe()
  const { outcome, busy, send, look, waiting, prove, cancel } = useVerification()

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <CoolDownButton
          variant="secondary"
          coolDown={verificationWait(me.uid)}
          loading={busy === 'send'}
          onClick={() => void send()}
        >
          Resend link
        </CoolDownButton>
        <Button variant="ghost" loading={busy === 'look'} onClick={() => void look()}>
          I’ve confirmed it
        </Button>
      </div>
      <div role="status" className="w-full empty:hidden">
        {outcome !== null && <OutcomeNotice outcome={outcome} />}
      </div>
      <Dialog
        isOpen={waiting !== null}
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
 * Reports once that the email address is confirmed, however the app learned this, and moves the focus away
 * from the removed elements.
 */
export function useConfirmedToast(moveFocus: () => void): void {
  const { emailVerified } = useMe()
  const was = useRef(emailVerified)

  useEffect(() => {
    if (emailVerified && !was.current) {
      toast.success('Your email address is confirmed')
      if (document.activeElement === document.body) moveFocus()
    }
    was.current = emailVerified
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
