import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import type { Log } from '../system/log-file.ts'

export interface SecretStores {
  /**
   * Opens the credential store of an account.
   * @param apiOrigin separates the secrets of different servers
   */
  open: (apiOrigin: string, account: Account) => CredentialStore
  /** Describes the place of the secrets, for diagnostics. */
  place: () => string
}

interface SecretStoresOptions {
  folder: string
  encryption: Encryption
  log: Log
  load?: () => Promise<Keytar>
}

/**
 * Creates stores that use keytar, which each store loads on first use. If keytar's native module cannot be
 * loaded, the secrets are stored in files that the system encrypts. If the system would encrypt them with a
 * well-known password, nothing is stored.
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

/** The session token, and the key of the offline cache. */
type Account = 'session' | 'answers'

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>

/**
 * Creates a store in the system's keychain (macOS Keychain, Windows Credential Vault, the Secret Service on
 * Linux). All calls reject if the keychain is locked or missing.
 * @param apiOrigin part of the entry's name, so that the sessions of different servers stay separate
 */
function createKeytarStore(keytar: Keytar, apiOrigin: string, account: Account): CredentialStore {
  const service = `Kerblight (${apiOrigin})`
  return {
    read: () => keytar.getPassword(service, account),
    write: (secret) => keytar.setPassword(service, account, secret),
    clear: async () => void (await keytar.deletePassword(service, account)),
  }
}

/**
 * Loads keytar, which is a native module and an optional dependency.
 * @throws if it is missing
 */
async function loadKeytar(): Promise<Keytar> {
  return (await import('keytar')).default
}

export type Encryption = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>

interface EncryptedFileOptions {
  folder: string
  /** Name of the secret, which the file does not reveal. */
  name: string
  encryption: Encryption
}

/** Creates a store for one secret in a file that only this user's programs can decrypt. */
function createEncryptedFile({ folder, name, encryption }: EncryptedFileOptions): CredentialStore {
  const file = join(folder, createHash('sha256').update(name).digest('hex'))
  return {
    async read() {
      const bytes = await readFile(file).catch(() => null)
      return bytes && encryption.decryptString(bytes)
    },
    async write(secret) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, encryption.encryptString(secret), { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    clear: () => rm(file, { force: true }),
  }
}

/** Stores a secret beyond the end of the program. Calls may reject if the keychain refuses. */
export interface CredentialStore {
  read: () => Promise<string | null>
  write: (secret: string) => Promise<void>
  clear: () => Promise<void>
}
