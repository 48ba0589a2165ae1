import { useEffect, useState } from 'react'
import { identityMessage } from '../platform/identity-error.ts'
import { useAppDispatch } from './store.ts'
import { asOneself, type Proof } from './as-oneself.ts'
import { mailVerification, refreshVerification } from './verify-email.ts'

/** What came of asking. */
export type VerificationOutcome = 'sent' | 'not yet' | { fault: string }

type Ask = 'send' | 'look'

const LOOK_EVERY_MS = 15_000

/**
 * Mails the link anew, and finds out whether it was opened: when asked, when this appears, when one comes back to the
 * window, and now and then while it is in sight, as the link may be opened on a phone. Where the identity service does not
 * know this user here, they show once more who they are.
 */
export function useVerification() {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null)
  const [busy, setBusy] = useState<Ask | null>(null)
  const [waiting, setWaiting] = useState<Ask | null>(null)

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void dispatch(refreshVerification()).catch(() => undefined)
    }
    look()
    addEventListener('focus', look)
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => {
      removeEventListener('focus', look)
      clearInterval(timer)
    }
  }, [dispatch])

  async function ask(what: Ask): Promise<VerificationOutcome | 'unknown' | null> {
    if (what === 'send') return (await dispatch(mailVerification())) ? 'sent' : 'unknown'
    const found = await dispatch(refreshVerification())
    return { verified: null, unverified: 'not yet' as const, unknown: 'unknown' as const }[found]
  }

  async function run(what: Ask) {
    setBusy(what)
    try {
      const came = await ask(what)
      if (came === 'unknown') setWaiting(what)
      else setOutcome(came)
    } catch (error) {
      setOutcome({ fault: identityMessage(error) })
    }
    setBusy(null)
  }

  /** @returns what went wrong, in words; null where what waited is done */
  async function prove(proof: Proof): Promise<string | null> {
    const what = waiting
    if (what === null) return null
    try {
      const came = await dispatch(asOneself(proof, () => ask(what)))
      if (came === 'unknown') return 'Sign in again.'
      setOutcome(came)
      setWaiting(null)
      return null
    } catch (error) {
      return identityMessage(error)
    }
  }

  return {
    outcome,
    busy,
    send: () => run('send'),
    look: () => run('look'),
    /** What goes on once somebody has shown who they are. */
    waiting,
    prove,
    cancel: () => setWaiting(null),
  }
}
