import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'
import { getAuth, startSeparateAuth } from './firebase.ts'
import { getErrorCode } from './identity-error.ts'

/** The links in the identity service's emails. They open only in browsers. */

/** The purpose of a link in an email. */
export type MailLinkKind = 'reset-password' | 'verify-email' | 'change-email' | 'recover-email'

export interface MailLink {
  kind: MailLinkKind
  code: string
  /**
   * The email address that the link is about. For a change or its undo, it is the resulting
   * address.
   */
  email: string
}

/**
 * Reads a link without consuming it.
 * @returns null if the link has expired, was used, or never existed
 */
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

/**
 * Applies a link.
 * @returns false if the link has been used
 */
export async function applyMailLink({ code }: MailLink): Promise<boolean> {
  return unlessStale(applyActionCode(await getAuth(), code))
}

/**
 * Saves a new password.
 * @returns false if the link has been used
 */
export async function resetPassword({ code }: MailLink, password: string): Promise<boolean> {
  return unlessStale(confirmPasswordReset(await getAuth(), code, password))
}

/**
 * Gets an ID token by password without signing in on this page, where another user may be signed
 * in.
 */
export async function getPasswordIdToken(email: string, password: string): Promise<string> {
  const auth = await startSeparateAuth()
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  const idToken = await user.getIdToken()
  // Otherwise, the instance would hold the sign-in in memory until the page closes.
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

/**
 * Reports whether a link is no longer valid. The account may have been deleted since the email was
 * sent.
 */
function isStaleLink(error: unknown): boolean {
  return ['auth/expired-action-code', 'auth/invalid-action-code', 'auth/user-not-found'].includes(
    getErrorCode(error),
  )
}
