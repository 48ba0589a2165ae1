import { strings } from '../../contract/strings.ts'
import { ProblemFailure } from '../api/problem.ts'

/** An error with a message of our own, such as one from the console's main process. */
export class IdentityFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'IdentityFailure'
    this.code = code
  }
}

export function getIdentityMessage(error: unknown): string {
  const knownMessage = MESSAGES[getErrorCode(error)]
  if (knownMessage !== undefined) return knownMessage
  // The identity service's code failed to load, or the request did not reach the service.
  if (error instanceof TypeError) return UNREACHABLE
  return error instanceof ProblemFailure || error instanceof IdentityFailure ? error.message : UNKNOWN
}

export function getErrorCode(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}

export function isWrongPassword(error: unknown): boolean {
  return ['auth/invalid-credential', 'auth/wrong-password'].includes(getErrorCode(error))
}

const WRONG_CREDENTIALS = 'Incorrect email or password'
const UNKNOWN = 'We couldn’t sign you in. Try again.'
const UNREACHABLE = 'We can’t reach the sign-in service. Check your connection.'

// In production, the service responds with `invalid-credential`; the emulator reveals which of the
// two is wrong.
const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': WRONG_CREDENTIALS,
  'auth/wrong-password': WRONG_CREDENTIALS,
  'auth/user-not-found': WRONG_CREDENTIALS,
  'auth/invalid-email': strings.register.emailInvalid,
  'auth/email-already-in-use': 'This email already has an account. Sign in instead.',
  'auth/weak-password': strings.register.passwordInvalid,
  'auth/user-disabled': 'This account is disabled.',
  'auth/too-many-requests': 'Too many attempts. Wait a moment, then try again.',
  'auth/network-request-failed': UNREACHABLE,
  'auth/operation-not-allowed': 'This way to sign in isn’t available here.',
  'auth/unauthorized-domain': 'This way to sign in isn’t available here.',
  'auth/account-exists-with-different-credential':
    'This email already has an account. Sign in the way you did before.',
  'auth/user-token-expired': 'Sign in again to confirm it’s you.',
  'auth/requires-recent-login': 'Sign in again to confirm it’s you.',
  'auth/popup-closed-by-user': 'The Google window closed before you signed in.',
  'auth/cancelled-popup-request': 'The Google window closed before you signed in.',
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow it and try again.',
}
