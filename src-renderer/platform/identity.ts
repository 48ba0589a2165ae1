import type { EndpointInput } from '../../contract/api/endpoints.ts'
import type { Me } from '../../contract/users.ts'

/** A user whom the identity service has authenticated. */
export interface Person {
  uid: string
  email: string
  fullName: string
  photoURL: string
}

/**
 * The host's interface to the identity service. Credentials stay behind it: in Firebase's code in a
 * browser, in the main process in a console. All methods throw errors that `getIdentityMessage` can
 * describe.
 */
export interface IdentityService {
  signInWithPassword: (email: string, password: string) => Promise<Person>
  /**
   * Opens the Google sign-in window or, in a console, the system browser. Call `prepareGoogle`
   * first: browsers block a window that opens too long after the click.
   */
  signInWithGoogle: () => Promise<Person>
  prepareGoogle: () => Promise<void>
  /** Creates the account, or resumes one that an earlier attempt left incomplete. */
  createAccount: (email: string, password: string) => Promise<void>
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Person>
  /** Saves the user record right after sign-in, before there is a session. */
  saveUser: (record: EndpointInput<'saveUser'>['body']) => Promise<void>

  /**
   * Reports whether the service has this user's credentials on this device. If not, the user must
   * sign in again before the calls below.
   */
  knows: (uid: string) => Promise<boolean>
  mailVerification: () => Promise<void>
  /**
   * Reports a confirmed email address to the server with a fresh ID token. Resolves to null if the
   * address is not verified.
   */
  refreshEmail: () => Promise<Me | null>
  deleteAccount: () => Promise<void>

  /**
   * Emails a link for choosing a new password. It does not reveal whether the address has an
   * account.
   */
  mailPassword: (email: string) => Promise<void>
  changePassword: (email: string, current: string, next: string) => Promise<void>

  /**
   * Discards a single-use reauthentication. In a browser, this does nothing: the credentials also
   * renew the session.
   */
  release: () => Promise<void>
  signOut: () => Promise<void>
}
