import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SafeStorage } from 'electron'
import type { CredentialStore } from './credential-store.ts'

/** The system's, for the programs of one user. */
export type Encryption = Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
  Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>

interface EncryptedFileOptions {
  folder: string
  /** Told by nothing of the file's. */
  name: string
  encryption: Encryption
}

/** One secret in a file that only this user's programs can decrypt. */
export function createEncryptedFile({ folder, name, encryption }: EncryptedFileOptions): CredentialStore {
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
