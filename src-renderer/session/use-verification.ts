import { useEffect, useState } from 'react'
import { getIdentityMessage } from '../platform/identity-error.ts'
import { useAppDispatch } from './store.ts'
import { withReauthentication, type Proof } from './with-reauthentication.ts'
import { mailVerification, refreshVerification } from './verify-email.ts'

/** The result of sending the link or of checking the verification. */
export type VerificationOutcome = 'sent' | 'not yet' | { errorMessage: string }

type VerificationAction = 'send' | 'look'

const CHECK_EVERY_MS = 15_000

/**
 * Resends the verification link, and checks whether the user has opened it, possibly on a phone. It
 * checks on request, on mount, on window focus, and every 15 seconds while visible. If the identity
 * service does not know the user on this device, they must reauthenticate.
 */
export function useVerification() {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null)
  const [pendingAction, setPendingAction] = useState<VerificationAction | null>(null)
  const [interruptedAction, setInterruptedAction] = useState<VerificationAction | null>(null)

  useEffect(() => {
    const check = () => {
      if (!document.hidden) void dispatch(refreshVerification()).catch(() => undefined)
    }
    check()
    addEventListener('focus', check)
    const timer = setInterval(check, CHECK_EVERY_MS)
    return () => {
      removeEventListener('focus', check)
      clearInterval(timer)
    }
  }, [dispatch])

  async function perform(action: VerificationAction): Promise<VerificationOutcome | 'unknown' | null> {
    if (action === 'send') return (await dispatch(mailVerification())) ? 'sent' : 'unknown'
    const status = await dispatch(refreshVerification())
    return { verified: null, unverified: 'not yet' as const, unknown: 'unknown' as const }[status]
  }

  async function run(action: VerificationAction) {
    setPendingAction(action)
    try {
      const result = await perform(action)
      if (result === 'unknown') setInterruptedAction(action)
      else setOutcome(result)
    } catch (error) {
      setOutcome({ errorMessage: getIdentityMessage(error) })
    }
    setPendingAction(null)
  }

  /**
   * Reauthenticates the user and repeats the pending action.
   * @returns the error message, or null if the action succeeded
   */
  async function prove(proof: Proof): Promise<string | null> {
    const action = interruptedAction
    if (action === null) return null
    try {
      const result = await dispatch(withReauthentication(proof, () => perform(action)))
      if (result === 'unknown') return 'Sign in again.'
      setOutcome(result)
      setInterruptedAction(null)
      return null
    } catch (error) {
      return getIdentityMessage(error)
    }
  }

  return {
    outcome,
    pendingAction,
    send: () => run('send'),
    check: () => run('look'),
    interruptedAction,
    prove,
    cancel: () => setInterruptedAction(null),
  }
}
