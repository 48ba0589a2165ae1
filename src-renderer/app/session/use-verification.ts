import { useEffect, useState } from 'react'
import { isApiProblem } from '../../api/problem.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import { useAppDispatch } from '../store.ts'
import { mailVerification, refreshVerification } from './verify-email.ts'

/** What came of asking. `sign in`: the identity service does not know this user here. */
export type VerificationOutcome = 'sent' | 'not yet' | 'sign in' | { fault: string }

const LOOK_EVERY_MS = 15_000

/**
 * Mails the link anew, and finds out whether it was opened: when asked, when this appears, when one comes back to the
 * window, and now and then while it is in sight, as the link may be opened on a phone.
 */
export function useVerification() {
  const dispatch = useAppDispatch()
  const [outcome, setOutcome] = useState<VerificationOutcome | null>(null)
  const [busy, setBusy] = useState<'send' | 'look' | null>(null)

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

  async function run(what: 'send' | 'look', ask: () => Promise<VerificationOutcome | null>) {
    setBusy(what)
    try {
      setOutcome(await ask())
    } catch (error) {
      setOutcome({ fault: isApiProblem(error) ? error.message : identityMessage(error) })
    }
    setBusy(null)
  }

  return {
    outcome,
    busy,
    send: () => run('send', async () => ((await dispatch(mailVerification())) ? 'sent' : 'sign in')),
    look: () =>
      run('look', async () => {
        const found = await dispatch(refreshVerification())
        if (found === 'verified') return null
        return found === 'unknown' ? 'sign in' : 'not yet'
      }),
  }
}
