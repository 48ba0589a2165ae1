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
 * Firebase's code in a browser. It loads to sign in, register, renew and sign out, and at no other time: the session
 * itself is the app token. In a console it does not load at all.
 */

let ready: Promise<Auth> | undefined

export function getAuth(): Promise<Auth> {
  // A failed start may be tried again.
  ready ??= startAuth().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  return ready
}

/** What shows who somebody is, to be exchanged for the product's own session. */
export interface IdentityProof {
  idToken: string
  email: string
}

/** The proof of whoever the identity service still knows here, else null. */
export async function currentProof({ isFresh }: { isFresh: boolean }): Promise<IdentityProof | null> {
  const auth = await getAuth()
  await auth.authStateReady()
  const user = auth.currentUser
  return user && { idToken: await user.getIdToken(isFresh), email: user.email ?? '' }
}

export async function signOutOfIdentity(): Promise<void> {
  await signOut(await getAuth())
}

/** Another one, which remembers nobody and leaves alone who is signed in. */
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
