import { BadgeCheck, MailWarning } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { isApiProblem } from '../../api/problem.ts'
import type { LoginState } from '../../app/session/Guard.tsx'
import { useMe } from '../../app/session/use-session.ts'
import { mailVerification, refreshVerification, verificationWait } from '../../app/session/verify-email.ts'
import { useAppDispatch } from '../../app/store.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CoolDownButton } from '../../ui/CoolDownButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { toast } from '../../ui/toast.ts'

/** The address that one signs in with, and the way to prove it. */
export function EmailAddress() {
  const me = useMe()
  const address = useRef<HTMLParagraphElement>(null)

  return (
    <div className="flex flex-col items-start gap-4">
      <p ref={address} tabIndex={-1} className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{me.email}</span>
        {me.emailVerified ? (
          <Badge tone="success">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Verified
          </Badge>
        ) : (
          <Badge tone="warning">
            <MailWarning aria-hidden="true" className="size-4" />
            Not verified
          </Badge>
        )}
      </p>
      {!me.emailVerified && <Verification onVerified={() => address.current?.focus()} />}
    </div>
  )
}

type Outcome = 'sent' | 'not yet' | 'sign in' | { fault: string }

/** Looks whether the link was opened: when this appears, when one comes back to the window, and when asked. */
function Verification({ onVerified }: { onVerified: () => void }) {
  const me = useMe()
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState<'send' | 'look' | null>(null)

  useEffect(() => {
    const look = () => void dispatch(refreshVerification()).catch(() => undefined)
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [dispatch])

  async function handleSend() {
    setBusy('send')
    try {
      setOutcome((await dispatch(mailVerification())) ? 'sent' : 'sign in')
    } catch (error) {
      setOutcome({ fault: messageOf(error) })
    }
    setBusy(null)
  }

  async function handleLook() {
    setBusy('look')
    try {
      const found = await dispatch(refreshVerification())
      if (found === 'verified') {
        toast.success('Your e-mail address is verified')
        return onVerified()
      }
      setOutcome(found === 'unknown' ? 'sign in' : 'not yet')
    } catch (error) {
      setOutcome({ fault: messageOf(error) })
    }
    setBusy(null)
  }

  return (
    <>
      <p className="text-muted">
        We have mailed you a link. Open it to show that the address is yours, so that receipts and news of
        your purchases and sales reach you.
      </p>
      <div className="flex flex-wrap gap-3">
        <CoolDownButton
          variant="secondary"
          coolDown={verificationWait(me.uid)}
          loading={busy === 'send'}
          onClick={() => void handleSend()}
        >
          Send again
        </CoolDownButton>
        <Button variant="ghost" loading={busy === 'look'} onClick={() => void handleLook()}>
          I have opened it
        </Button>
      </div>
      <div role="status" className="w-full empty:hidden">
        {outcome !== null && <OutcomeNotice outcome={outcome} email={me.email} />}
      </div>
    </>
  )
}

function OutcomeNotice({ outcome, email }: { outcome: Outcome; email: string }) {
  const location = useLocation()

  if (outcome === 'sent')
    return (
      <Notice tone="success">
        <p>The mail is on its way. Nothing there? Look in the spam folder.</p>
      </Notice>
    )
  if (outcome === 'not yet')
    return (
      <Notice>
        <p>Not verified yet. Please open the link in the newest mail.</p>
      </Notice>
    )
  if (outcome === 'sign in')
    return (
      <Notice tone="warning">
        <p>
          Please{' '}
          <TextLink to={pages.login.path} state={{ from: location, email } satisfies LoginState}>
            sign in once more
          </TextLink>
          , so that we know that it is you.
        </p>
      </Notice>
    )
  return (
    <Notice tone="danger">
      <p>{outcome.fault}</p>
    </Notice>
  )
}

function messageOf(error: unknown): string {
  return isApiProblem(error) ? error.message : identityMessage(error)
}
