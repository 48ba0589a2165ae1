import type { CredentialStore } from './credential-store.ts'

const ACCOUNT = 'session'

/**
 * The system's keychain (macOS Keychain, Windows Credential Vault, the Secret Service on Linux). The module is native
 * and an optional dependency: it loads at the first use, and where it is missing each call rejects.
 * @param apiOrigin names the entry, so that the sessions of two Kerblights never mix
 */
export function createKeytarStore(apiOrigin: string): CredentialStore {
  const service = `Kerblight (${apiOrigin})`
  return {
    read: async () => (await loadKeytar()).getPassword(service, ACCOUNT),
    write: async (token) => (await loadKeytar()).setPassword(service, ACCOUNT, token),
    clear: async () => void (await (await loadKeytar()).deletePassword(service, ACCOUNT)),
  }
}

async function loadKeytar() {
  return (await import('keytar')).default
}
