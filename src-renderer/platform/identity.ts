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
 * The identity service as this host reaches it. The credentials stay behind it: with Firebase's code in a
 * browser, with the main process in a console. All methods throw errors for which `identityMessage` has
 * messages.
 */
export interface IdentityService {
  signInWithPassword: (email: string, password: string) => Promise<Person>
  /**
   * Opens Google's window or, from a console, Google in the system's browser. Call `prepareGoogle` first,
   * because browsers block a window that opens long after the click.
   */
  signInWithGoogle: () => Promise<Person>
  /** Loads the code that the Google window needs. */
  prepareGoogle: () => Promise<void>
  /** Creates the account, or resumes one that an earlier attempt left incomplete. */
  createAccount: (email: string, password: string) => Promise<void>
  /** Sets the display name and photo of the account just created. */
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Person>
  /** Sends the user record of the user who has just signed in, because there is no session yet. */
  saveUser: (record: EndpointInput<'saveUser'>['body']) => Promise<void>

  /**
   * Reports whether the service knows that user here and now. If not, the user must sign in again before the
   * calls below.
   */
  knows: (uid: string) => Promise<boolean>
  /** Mails a link that proves the address. */
  mailVerification: () => Promise<void>
  /**
   * Reports to the server that the address is verified, by a fresh ID token that contains this; null if it is
   * not verified.
   */
  refreshEmail: () => Promise<Me | null>
  /** Deletes the account of the user who has just signed in again. */
  deleteAccount: () => Promise<void>

  /** Mails a link to choose a new password. It reveals to no one whether the address has an account. */
  mailPassword: (email: string) => Promise<void>
  changePassword: (email: string, current: string, next: string) => Promise<void>

  /**
   * Ends the one-time use of the proof that the user has just given. A browser still retains it to renew its
   * session.
   */
  release: () => Promise<void>
  signOut: () => Promise<void>
}
