import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type Auth,
  type User,
} from 'firebase/auth'
import { strings } from '../../contract/strings.ts'
import { loadConfig } from '../api/config.ts'
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

/** Opens Google's window. Call `prepareGoogle` before, since browsers block a window that opens long after the click. */
export async function signInWithGoogle(): Promise<Identity> {
  const { user } = await signInWithPopup(await getAuth(), new GoogleAuthProvider())
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
  const isResumed = auth.currentUser?.email === email.trim().toLowerCase()
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

/** What went wrong at the identity service, in words for the person at the keyboard. */
export function identityMessage(error: unknown): string {
  const code = error instanceof Object && 'code' in error ? String(error.code) : ''
  return (
    MESSAGES[code] ?? (error instanceof Error ? error.message : 'Signing in did not work. Please try again.')
  )
}

const WRONG_CREDENTIALS = 'E-mail or password is wrong'

// Real projects answer invalid-credential where the emulator tells which of the two is wrong.
const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': WRONG_CREDENTIALS,
  'auth/wrong-password': WRONG_CREDENTIALS,
  'auth/user-not-found': WRONG_CREDENTIALS,
  'auth/invalid-email': strings.register.emailInvalid,
  'auth/email-already-in-use': 'There is an account with this e-mail already. Please sign in.',
  'auth/user-disabled': 'This account is disabled',
  'auth/too-many-requests': 'Too many attempts. Please wait a moment.',
  'auth/network-request-failed': 'We cannot reach the sign-in service. Please check your connection.',
  'auth/popup-closed-by-user': 'The Google window was closed before signing in',
  'auth/cancelled-popup-request': 'The Google window was closed before signing in',
  'auth/popup-blocked': 'The browser blocked the Google window. Please allow it and try again.',
}

function getAuth(): Promise<Auth> {
  // A failed start may be tried again.
  ready ??= startAuth().catch((error: unknown) => {
    ready = undefined
    throw error
  })
  return ready
}

async function startAuth(): Promise<Auth> {
  const { identity } = await loadConfig()
  if (identity.popupScript) await loadScript(identity.popupScript)
  const { projectId, apiKey, authDomain } = identity
  const auth = initializeAuth(initializeApp({ projectId, apiKey, authDomain }), {
    persistence: browserLocalPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  if (identity.emulatorUrl) connectAuthEmulator(auth, identity.emulatorUrl, { disableWarnings: true })
  return auth
}

async function toIdentity(user: User, isFresh = false): Promise<Identity> {
  return {
    idToken: await user.getIdToken(isFresh),
    email: (user.email ?? '').toLowerCase(),
    fullName: user.displayName ?? '',
    photoURL: user.photoURL ?? '',
  }
}
