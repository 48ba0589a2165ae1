import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

export interface SavedAccount {
  localId: string
  passwordHash: string
  email?: string
  displayName?: string
}

/** Reads the identity sandbox's accounts from the disk, as another process would. */
export function readSavedAccounts(dataDir: string): SavedAccount[] {
  const db = new Sqlite(join(dataDir, 'identity.db'), { readonly: true })
  try {
    const texts = db.prepare<[], string>(`SELECT text FROM records WHERE collection = 'users'`).pluck().all()
    return texts.map((text) => JSON.parse(text) as SavedAccount)
  } finally {
    db.close()
  }
}
