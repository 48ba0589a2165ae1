import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  deleteUser,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updatePassword,
  type User,
} from 'firebase/auth'
import { getAuth, startSeparateAuth } from './firebase.ts'
import { errorCode } from './identity-error.ts'

/** What one does about one's own account at the identity service: its mails, the links in them, the password. */

/** Mails a link that proves the address. @returns false where the service does not know this user here (any more) */
export async function sendVerificationMail(uid: string): Promise<boolean> {
  const user = await findUser(uid)
  if (user) await sendEmailVerification(user)
  return user !== null
}

/** Whether the address is verified, with an ID token that says so; `unknown` where this user is not known here. */
export async function readVerification(uid: string): Promise<'unknown' | 'unverified' | { idToken: string }> {
  const user = await findUser(uid)
  if (!user) return 'unknown'
  await reload(user)
  return user.emailVerified ? { idToken: await user.getIdToken(true) } : 'unverified'
}

/** Mails a link to choose a new password. Nobody learns from it whether the address has an account. */
export async function sendPasswordMail(email: string): Promise<void> {
  try {
    await sendPasswordResetEmail(await getAuth(), email)
  } catch (error) {
    if (errorCode(error) !== 'auth/user-not-found') throw error
  }
}

/** Signs in with the current password first, which a change needs anyway once the last sign-in is a while ago. */
export async function changePassword(email: string, current: string, next: string): Promise<void> {
  const { user } = await signInWithEmailAndPassword(await getAuth(), email, current)
  await updatePassword(user, next)
}

/** What a link in a mail is for. */
export type MailLinkKind = 'reset-password' | 'verify-email' | 'change-email' | 'recover-email'

export interface MailLink {
  kind: MailLinkKind
  code: string
  /** The address that it is about; for a change or its undo, the one that counts afterwards. */
  email: string
}

/** Looks at a link without using it up. @returns null for one that has run out, was used, or never was */
export async function readMailLink(code: string): Promise<MailLink | null> {
  try {
    const { operation, data } = await checkActionCode(await getAuth(), code)
    const kind = KINDS[operation]
    return kind && data.email ? { kind, code, email: data.email } : null
  } catch (error) {
    if (isStaleLink(error)) return null
    throw error
  }
}

/** Does what the link is for. @returns false where it has been used up meanwhile */
export async function applyMailLink({ code }: MailLink): Promise<boolean> {
  return unlessStale(applyActionCode(await getAuth(), code))
}

/** Saves a new password. @returns false where the link has been used up meanwhile */
export async function resetPassword({ code }: MailLink, password: string): Promise<boolean> {
  return unlessStale(confirmPasswordReset(await getAuth(), code, password))
}

/** An ID token by a password, which signs nobody in here: whoever is signed in may be somebody else. */
export async function idTokenByPassword(email: string, password: string): Promise<string> {
  const { user } = await signInWithEmailAndPassword(await startSeparateAuth(), email, password)
  return user.getIdToken()
}

/** Removes the account of whoever has just signed in once more. */
export async function deleteIdentity(uid: string): Promise<void> {
  const user = await findUser(uid)
  if (user) await deleteUser(user)
}

const KINDS: Record<string, MailLinkKind> = {
  PASSWORD_RESET: 'reset-password',
  VERIFY_EMAIL: 'verify-email',
  VERIFY_AND_CHANGE_EMAIL: 'change-email',
  RECOVER_EMAIL: 'recover-email',
}

async function findUser(uid: string): Promise<User | null> {
  const auth = await getAuth()
  await auth.authStateReady()
  return auth.currentUser?.uid === uid ? auth.currentUser : null
}

async function unlessStale(act: Promise<void>): Promise<boolean> {
  try {
    await act
    return true
  } catch (error) {
    if (isStaleLink(error)) return false
    throw error
  }
}

/** The account may be gone since the mail was sent. */
function isStaleLink(error: unknown): boolean {
  return ['auth/expired-action-code', 'auth/invalid-action-code', 'auth/user-not-found'].includes(
    errorCode(error),
  )
}
