import { platform } from '../platform/current.ts'
import { IdentityFailure } from '../platform/identity-error.ts'
import type { IdentityService } from '../platform/identity.ts'
import type { AppThunk } from './store.ts'

/** How somebody shows once more who they are. */
export type Shown = { kind: 'password'; password: string } | { kind: 'google' }

export type Proof = Shown & {
  /** Aborted once they have called it off. */
  signal: AbortSignal
}

/**
 * Does what takes a fresh proof that somebody is still who is signed in: they sign in once more, and a console forgets it
 * again. Throws what `identityMessage` has words for.
 */
export function asOneself<T>(
  proof: Proof,
  act: (identity: IdentityService) => Promise<T>,
): AppThunk<Promise<T>> {
  return async (_dispatch, getState) => {
    const { me } = getState().session
    if (!me) throw new IdentityFailure('sign-in-needed', 'Sign in again.')
    const identity = await platform.identity()
    try {
      const shown =
        proof.kind === 'google'
          ? await identity.signInWithGoogle()
          : await identity.signInWithPassword(me.email, proof.password)
      if (shown.uid !== me.uid) {
        // A browser would renew the session as somebody else.
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
