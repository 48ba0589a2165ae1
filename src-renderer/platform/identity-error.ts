import { strings } from '../../contract/strings.ts'

/** What main tells a console of a refusal. */
export class IdentityFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'IdentityFailure'
    this.code = code
  }
}

/** What went wrong at the identity service, in words for the person at the keyboard. */
export function identityMessage(error: unknown): string {
  const known = MESSAGES[errorCode(error)]
  if (known !== undefined) return known
  // The service's code did not load, or the call did not get through.
  if (error instanceof TypeError) return UNREACHABLE
  return error instanceof Error ? error.message : 'Signing in did not work. Please try again.'
}

/** The identity service's own name for what went wrong, such as `auth/weak-password`. */
export function errorCode(error: unknown): string {
  return error instanceof Object && 'code' in error ? String(error.code) : ''
}

export function isWrongPassword(error: unknown): boolean {
  return ['auth/invalid-credential', 'auth/wrong-password'].includes(errorCode(error))
}

const WRONG_CREDENTIALS = 'E-mail or password is wrong'
const UNREACHABLE = 'We cannot reach the sign-in service. Please check your connection.'

// Real projects answer invalid-credential where the emulator tells which of the two is wrong.
const MESSAGES: Record<string, string> = {
  'auth/invalid-credential': WRONG_CREDENTIALS,
  'auth/wrong-password': WRONG_CREDENTIALS,
  'auth/user-not-found': WRONG_CREDENTIALS,
  'auth/invalid-email': strings.register.emailInvalid,
  'auth/email-already-in-use': 'There is an account with this e-mail already. Please sign in.',
  'auth/weak-password': strings.register.passwordInvalid,
  'auth/user-disabled': 'This account is disabled',
  'auth/too-many-requests': 'Too many attempts. Please wait a moment.',
  'auth/network-request-failed': UNREACHABLE,
  'auth/user-token-expired': 'Please sign in again, so that we know that it is you.',
  'auth/popup-closed-by-user': 'The Google window was closed before signing in',
  'auth/cancelled-popup-request': 'The Google window was closed before signing in',
  'auth/popup-blocked': 'The browser blocked the Google window. Please allow it and try again.',
}
