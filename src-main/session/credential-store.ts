/** Where a secret outlives the program. Each may reject where the system's keychain refuses. */
export interface CredentialStore {
  read: () => Promise<string | null>
  write: (secret: string) => Promise<void>
  clear: () => Promise<void>
}
