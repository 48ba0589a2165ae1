import type { Log } from '../system/log-file.ts'
import type { CredentialStore } from './credential-store.ts'
import { createEncryptedFile, type Encryption } from './encrypted-file.ts'
import { createKeytarStore, loadKeytar, type Account, type Keytar } from './keytar-store.ts'

/** Where the console's secrets are: the system's keychain, or files that the system encrypts. */
export interface SecretStores {
  /** @param apiOrigin so that the secrets of two Kerblights never mix */
  open: (apiOrigin: string, account: Account) => CredentialStore
  /** In words, for diagnostics. */
  place: () => string
}

interface SecretStoresOptions {
  folder: string
  encryption: Encryption
  log: Log
  load?: () => Promise<Keytar>
}

/**
 * keytar, which each store loads at its first use. Where its native part cannot be loaded, and the system encrypts for
 * programs, files: where that would be by a password that everybody knows, nothing is kept.
 * @see https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createSecretStores({
  folder,
  encryption,
  log,
  load = loadKeytar,
}: SecretStoresOptions): SecretStores {
  let isInFiles = false

  async function choose(apiOrigin: string, account: Account): Promise<CredentialStore> {
    try {
      return createKeytarStore(await load(), apiOrigin, account)
    } catch (error) {
      if (!isSafe(encryption)) throw error
      if (!isInFiles) log(`keychain: keytar can’t be loaded, so the system encrypts files: ${String(error)}`)
      isInFiles = true
      return createEncryptedFile({ folder, name: `${apiOrigin} ${account}`, encryption })
    }
  }

  return {
    open(apiOrigin, account) {
      let chosen: Promise<CredentialStore> | undefined
      const store = () => (chosen ??= choose(apiOrigin, account))
      return {
        read: async () => (await store()).read(),
        write: async (secret) => (await store()).write(secret),
        clear: async () => (await store()).clear(),
      }
    },
    place: () => (isInFiles ? 'files that the system encrypts, since keytar can’t be loaded' : 'in use'),
  }
}

function isSafe(encryption: Encryption): boolean {
  return encryption.isEncryptionAvailable() && encryption.getSelectedStorageBackend?.() !== 'basic_text'
}
