import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type Auth,
  type Dependencies,
  type User,
} from 'firebase/auth'
import type { PublicConfig } from '../../contract/config.ts'
import { loadConfig } from '../api/config.ts'
import { platform } from './current.ts'
import { loadScript } from './load-script.ts'
import type { IdentityProof } from './platform.ts'

/**
 * The identity service. This file loads to sign in, register, renew and sign out, and at no other time: the
 * session itself is the app token.
 */
export interface Identity extends IdentityProof {
  fullName: string
  photoURL: string
}

let ready: Promise<Auth> | undefined

export async function signInWithPassword(email: string, password: string): Promise<Identity> {
  const { user } = await signInWithEmailAndPassword(await getAuth(), email, password)
  return toIdentity(user)
}

/**
 * Opens Google's window, or from a console Google in the system's browser. Call `prepareGoogle` before, since browsers
 * block a window that opens long after the click.
 */
export async function signInWithGoogle(): Promise<Identity> {
  const auth = await getAuth()
  const { user } = platform.console
    ? await signInWithCredential(auth, GoogleAuthProvider.credential(await platform.console.googleIdToken()))
    : await signInWithPopup(auth, new GoogleAuthProvider())
  return toIdentity(user)
}

/** Fetches what the Google window needs. */
export async function prepareGoogle(): Promise<void> {
  await getAuth()
}

/** Creates the account, or goes on with one that an earlier try left half-way. */
export async function createAccount(email: string, password: string): Promise<void> {
  const auth = await getAuth()
  await auth.authStateReady()
  const isResumed = auth.currentUser?.email === email
  if (!isResumed) await createUserWithEmailAndPassword(auth, email, password)
}

/** Sets display name and photo of the account just made; the proof carries them, since the token is fetched anew. */
export async function setProfile(profile: { fullName: string; photoURL: string }): Promise<Identity> {
  const { currentUser } = await getAuth()
  if (!currentUser) throw new Error('Nobody is signed in')
  await updateProfile(currentUser, { displayName: profile.fullName, photoURL: profile.photoURL })
  return toIdentity(currentUser, true)
}

/** A fresh ID token of whoever the identity service still knows here, else null. */
export async function freshIdentity(): Promise<Identity | null> {
  const auth = await getAuth()
  await auth.authStateReady()
  return auth.currentUser ? toIdentity(auth.currentUser, true) : null
}

export async function signOutOfIdentity(): Promise<void> {
  await signOut(await getAuth())
}

export function getAuth(): Promise<Auth> {
  // A failed start may be tried again.
  ready ??= startAuth().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  return ready
}

/** Another one, which remembers nobody and leaves alone who is signed in. */
export async function startSeparateAuth(): Promise<Auth> {
  const { identity } = await loadConfig()
  return connect(identity, { persistence: inMemoryPersistence }, crypto.randomUUID())
}

async function startAuth(): Promise<Auth> {
  const { identity } = await loadConfig()
  // A console keeps nobody's identity in its page's storage, and opens no window.
  if (platform.console) return connect(identity, { persistence: inMemoryPersistence })
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

async function toIdentity(user: User, isFresh = false): Promise<Identity> {
  return {
    idToken: await user.getIdToken(isFresh),
    email: user.email ?? '',
    fullName: user.displayName ?? '',
    photoURL: user.photoURL ?? '',
  }
}
