import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  initializeAuth,
  inMemoryPersistence,
  signOut,
  type Auth,
  type Dependencies,
} from 'firebase/auth'
import type { PublicConfig } from '../../contract/config.ts'
import { loadConfig } from '../api/config.ts'
import { loadScript } from './load-script.ts'

/**
 * The Firebase instance in a browser. Its code loads only to sign in, register, renew the session,
 * and sign out: the session itself is the app token. Consoles never load it.
 */

let authPromise: Promise<Auth> | undefined

export function getAuth(): Promise<Auth> {
  // A failed start is not cached, so that the next call can retry it.
  authPromise ??= startAuth().catch((error: unknown) => {
    authPromise = undefined
    throw error
  })
  return authPromise
}

/** The user's proof of identity, to be exchanged for Kerblight's own session. */
export interface IdentityProof {
  idToken: string
  email: string
}

/**
 * Returns the proof of the user whom the identity service still knows on this device, or null if it
 * knows none.
 */
export async function getIdentityProof({ isFresh }: { isFresh: boolean }): Promise<IdentityProof | null> {
  const auth = await getAuth()
  await auth.authStateReady()
  const user = auth.currentUser
  return user && { idToken: await user.getIdToken(isFresh), email: user.email ?? '' }
}

export async function signOutOfIdentity(): Promise<void> {
  await signOut(await getAuth())
}

/** Starts a separate instance that stores no user and does not affect the signed-in one. */
export async function startSeparateAuth(): Promise<Auth> {
  const { identity } = await loadConfig()
  return connect(identity, { persistence: inMemoryPersistence }, crypto.randomUUID())
}

async function startAuth(): Promise<Auth> {
  const { identity } = await loadConfig()
  if (identity.popupScript) await loadScript(identity.popupScript)
  return connect(identity, {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
}

function connect(identity: PublicConfig['identity'], dependencies: Dependencies, name?: string): Auth {
  const { projectId, apiKey, authDomain, emulatorUrl } = identity
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }, name), dependencies)
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}
