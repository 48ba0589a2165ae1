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
 * The identity service as accessed on this host. Credentials stay behind this interface: in Firebase's code
 * in a browser, in the main process in a console. All methods throw errors for which `identityMessage` has
 * messages.
 */
export interface IdentityService {
  signInWithPassword: (email: string, password: string) => Promise<Person>
  /**
   * Opens the Google sign-in window or, from a console, Google in the system browser. Call `prepareGoogle`
   * first, because browsers block a window that opens too long after the click.
   */
  signInWithGoogle: () => Promise<Person>
  /** Loads the code that the Google window needs. */
  prepareGoogle: () => Promise<void>
  /** Creates the account, or resumes one that an earlier attempt left incomplete. */
  createAccount: (email: string, password: string) => Promise<void>
  /** Sets the display name and photo of the account just created. */
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Person>
  /**
   * Sends the user record of the user who has just signed in. It needs no session, because none exists yet.
   */
  saveUser: (record: EndpointInput<'saveUser'>['body']) => Promise<void>

  /**
   * Reports whether the service knows that user on this device now. If not, the user must sign in again
   * before the calls below.
   */
  knows: (uid: string) => Promise<boolean>
  /** Emails a link that verifies the user's email address. */
  mailVerification: () => Promise<void>
  /**
   * Reports to the server, by a fresh ID token, that the email address is verified. Returns null if it is not
   * verified.
   */
  refreshEmail: () => Promise<Me | null>
  /** Deletes the account of the user who has just reauthenticated. */
  deleteAccount: () => Promise<void>

  /** Emails a link to choose a new password. It does not reveal whether the address has an account. */
  mailPassword: (email: string) => Promise<void>
  changePassword: (email: string, current: string, next: string) => Promise<void>

  /**
   * Discards the proof that the user has just given for a single use. In a browser, this does nothing,
   * because the proof is needed to renew the session.
   */
  release: () => Promise<void>
  signOut: () => Promise<void>
}
