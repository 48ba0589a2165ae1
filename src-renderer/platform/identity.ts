import type { EndpointInput } from '../../contract/api/endpoints.ts'
import type { Me } from '../../contract/users.ts'

/** Somebody whom the identity service has let in. */
export interface Person {
  uid: string
  email: string
  fullName: string
  photoURL: string
}

/**
 * The identity service, as this host reaches it. What shows who somebody is stays behind it: with Firebase's code in a
 * browser, with main in a console. All throw what `identityMessage` has words for.
 */
export interface IdentityService {
  signInWithPassword: (email: string, password: string) => Promise<Person>
  /**
   * Opens Google's window, or from a console Google in the system's browser. Call `prepareGoogle` before, since browsers
   * block a window that opens long after the click.
   */
  signInWithGoogle: () => Promise<Person>
  /** Fetches what the Google window needs. */
  prepareGoogle: () => Promise<void>
  /** Creates the account, or goes on with one that an earlier try left half-way. */
  createAccount: (email: string, password: string) => Promise<void>
  /** Sets display name and photo of the account just made. */
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Person>
  /** Sends the user record of whoever has just signed in: there is no session yet. */
  saveUser: (record: EndpointInput<'saveUser'>['body']) => Promise<void>

  /** Whether it knows that user here and now: else they sign in once more before the next ones. */
  knows: (uid: string) => Promise<boolean>
  /** Mails a link that proves the address. */
  mailVerification: () => Promise<void>
  /** Tells the server that the address is verified, with a fresh ID token that says so; null where it is not. */
  refreshEmail: () => Promise<Me | null>
  /** Removes the account of whoever has just signed in once more. */
  deleteAccount: () => Promise<void>

  /** Mails a link to choose a new password. Nobody learns from it whether the address has an account. */
  mailPassword: (email: string) => Promise<void>
  changePassword: (email: string, current: string, next: string) => Promise<void>

  /** What somebody has just shown was for this once. A browser keeps it all the same, to renew its session with. */
  release: () => Promise<void>
  signOut: () => Promise<void>
}
