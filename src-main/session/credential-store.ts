/** Where the session's token outlives the program. Each may reject where the system's keychain refuses. */
export interface CredentialStore {
  read: () => Promise<string | null>
  write: (token: string) => Promise<void>
  clear: () => Promise<void>
}
