import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'
import { getAuth, startSeparateAuth } from './firebase.ts'
import { errorCode } from './identity-error.ts'

/** The links in the identity service's mails. They open in browsers alone. */

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
  const auth = await startSeparateAuth()
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  const idToken = await user.getIdToken()
  // Its memory would keep it for as long as the page lives.
  await signOut(auth)
  return idToken
}

const KINDS: Record<string, MailLinkKind> = {
  PASSWORD_RESET: 'reset-password',
  VERIFY_EMAIL: 'verify-email',
  VERIFY_AND_CHANGE_EMAIL: 'change-email',
  RECOVER_EMAIL: 'recover-email',
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
