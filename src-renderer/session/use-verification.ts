import { useEffect, useState } from 'react'
import { identityMessage } from '../platform/identity-error.ts'
import { useAppDispatch } from './store.ts'
import { asOneself, type Proof } from './as-oneself.ts'
import { mailVerification, refreshVerification } from './verify-email.ts'

/** The result of a request to send the link or to check the verification. */
export type VerificationOutcome = 'sent' | 'not yet' | { errorMessage: string }

type Ask = 'send' | 'look'

const LOOK_EVERY_MS = 15_000

/**
 * Resends the verification link, and checks whether the user has opened it. It checks on request, on mount,
 * when the window regains focus, and every 15 seconds while visible, because the link may be opened on a
 * phone. If the identity service does not know the user on this device, they must reauthenticate.
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
      setOutcome({ errorMessage: identityMessage(error) })
    }
    setBusy(null)
  }

  /**
   * Reauthenticates the user and repeats the pending action.
   * @returns the error message; null if the pending action succeeded
   */
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
    /** The action that continues once the user has reauthenticated. */
    waiting,
    prove,
    cancel: () => setWaiting(null),
  }
}
