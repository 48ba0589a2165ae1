import type { CredentialStore } from './credential-store.ts'

/** What is kept there: the session's token, and the key of what was read. */
export type Account = 'session' | 'answers'

export type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/**
 * The system's keychain (macOS Keychain, Windows Credential Vault, the Secret Service on Linux). Each call rejects where
 * it is locked, or there is none.
 * @param apiOrigin names the entry, so that the sessions of two Kerblights never mix
 */
export function createKeytarStore(keytar: Keytar, apiOrigin: string, account: Account): CredentialStore {
  const service = `Kerblight (${apiOrigin})`
  return {
    read: () => keytar.getPassword(service, account),
    write: (secret) => keytar.setPassword(service, account, secret),
    clear: async () => void (await keytar.deletePassword(service, account)),
  }
}

/** The module is native and an optional dependency. @throws where it is missing */
export async function loadKeytar(): Promise<Keytar> {
  return (await import('keytar')).default
}
