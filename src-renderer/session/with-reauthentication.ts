import { platform } from '../platform/current.ts'
import { IdentityFailure } from '../platform/identity-error.ts'
import type { IdentityService } from '../platform/identity.ts'
import type { AppThunk } from './store.ts'

/** A user's method of reauthentication. */
export type ProofMethod = { kind: 'password'; password: string } | { kind: 'google' }

export type Proof = ProofMethod & {
  signal: AbortSignal
}

/**
 * Runs an action that requires reauthentication. The user signs in again first; afterward, a
 * console discards the proof. Throws errors that `getIdentityMessage` can describe.
 */
export function withReauthentication<T>(
  proof: Proof,
  act: (identity: IdentityService) => Promise<T>,
): AppThunk<Promise<T>> {
  return async (_dispatch, getState) => {
    const { me } = getState().session
    if (!me) throw new IdentityFailure('sign-in-needed', 'Sign in again.')
    const identity = await platform.identity()
    try {
      const person =
        proof.kind === 'google'
          ? await identity.signInWithGoogle()
          : await identity.signInWithPassword(me.email, proof.password)
      if (person.uid !== me.uid) {
        // If another account stayed signed in, a browser would renew the session as that user.
        await identity.signOut()
        throw new IdentityFailure('another-account', `That’s another account. Sign in as ${me.email}.`)
      }
      if (proof.signal.aborted) throw new IdentityFailure('called-off', 'You canceled this.')
      return await act(identity)
    } finally {
      await identity.release()
    }
  }
}
