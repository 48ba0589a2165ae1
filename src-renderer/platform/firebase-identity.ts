import {
  createUserWithEmailAndPassword,
  deleteUser,
  GoogleAuthProvider,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  updatePassword,
  updateProfile,
  type User,
} from 'firebase/auth'
import { callAs } from '../api/single-call.ts'
import { getAuth, signOutOfIdentity } from './firebase.ts'
import { getErrorCode } from './identity-error.ts'
import type { IdentityService, Person } from './identity.ts'

/** The user who has just signed in. Another tab may have signed them out since. */
let provenUser: User | undefined

export const firebaseIdentity: IdentityService = {
  async signInWithPassword(email, password) {
    const { user } = await signInWithEmailAndPassword(await getAuth(), email, password)
    provenUser = user
    return toPerson(user)
  },

  async signInWithGoogle() {
    const { user } = await signInWithPopup(await getAuth(), new GoogleAuthProvider())
    provenUser = user
    return toPerson(user)
  },

  async prepareGoogle() {
    await getAuth()
  },

  async createAccount(email, password) {
    const auth = await getAuth()
    await auth.authStateReady()
    const isResumed = auth.currentUser?.email === email
    if (!isResumed) await createUserWithEmailAndPassword(auth, email, password)
  },

  async setProfile({ fullName, photoURL }) {
    const user = await getUser()
    await updateProfile(user, { displayName: fullName, photoURL })
    // The current token lacks the new name and photo, so it is refreshed.
    await user.getIdToken(true)
    return toPerson(user)
  },

  async saveUser(record) {
    const user = await getUser()
    await callAs(await user.getIdToken(), 'saveUser', { body: record })
  },

  async knows(uid) {
    const auth = await getAuth()
    await auth.authStateReady()
    return auth.currentUser?.uid === uid
  },

  async mailVerification() {
    await sendEmailVerification(await getUser())
  },

  async refreshEmail() {
    const user = await getUser()
    await reload(user)
    return user.emailVerified ? callAs(await user.getIdToken(true), 'refreshEmail', {}) : null
  },

  async deleteAccount() {
    await deleteUser(provenUser ?? (await getUser()))
  },

  async mailPassword(email) {
    try {
      await sendPasswordResetEmail(await getAuth(), email)
    } catch (error) {
      if (getErrorCode(error) !== 'auth/user-not-found') throw error
    }
  },

  /** Signs in with the current password first. Firebase requires a recent sign-in. */
  async changePassword(email, current, next) {
    const { user } = await signInWithEmailAndPassword(await getAuth(), email, current)
    await updatePassword(user, next)
  },

  release: async () => undefined,
  signOut: signOutOfIdentity,
}

async function getUser(): Promise<User> {
  const { currentUser } = await getAuth()
  if (!currentUser) throw new Error('Nobody is signed in')
  return currentUser
}

/**
 * Converts Firebase's user. The email address keeps its case: another user could own the lowercase
 * version.
 */
export function toPerson({ uid, email, displayName, photoURL }: User): Person {
  return {
    uid,
    email: email ?? '',
    fullName: displayName ?? '',
    photoURL: photoURL ?? '',
  }
}
