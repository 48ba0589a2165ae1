import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CorruptStateError, type StateDatabase } from './state-database.ts'

/** A record to store. Without a record, the change is a deletion. */
type Change = [collection: string, id: string, record?: unknown]

interface StripeJson {
  journal: string
  state: Record<string, Record<string, unknown>>
}

interface IdentityJson {
  projectId: string
  users: { localId: string }[]
  outOfBandCodes: { oobCode: string }[]
}

/**
 * Migrates `stripe.json` and its journal, in which earlier versions of Kerblight stored payments, to
 * `stripe.db`.
 */
export async function takeOverStripeJson(dataDir: string, state: StateDatabase): Promise<void> {
  await takeOver(join(dataDir, 'stripe.json'), state, (text) => {
    const { journal, state } = JSON.parse(text) as StripeJson
    const snapshot = Object.entries(state).flatMap(([name, records]) =>
      Object.entries(records).map(([id, record]): Change => [name, id, record]),
    )
    return [...snapshot, ...readJournal(join(dataDir, `stripe.${journal}.journal`))]
  })
  for (const name of readdirSync(dataDir))
    if (/^stripe\.[0-9a-f]{12}\.journal$/.test(name)) rmSync(join(dataDir, name))
}

/** Migrates `identity.json`, in which earlier versions of Kerblight stored accounts, to `identity.db`. */
export async function takeOverIdentityJson(dataDir: string, state: StateDatabase): Promise<void> {
  await takeOver(join(dataDir, 'identity.json'), state, (text) => {
    const { projectId, users, outOfBandCodes } = JSON.parse(text) as IdentityJson
    return [
      ['project', 'id', projectId],
      ...users.map((user): Change => ['users', user.localId, user]),
      ...outOfBandCodes.map((code): Change => ['codes', code.oobCode, code]),
    ]
  })
}

/**
 * Migrates a file. The file is deleted only after its content is saved, so an interrupted migration is
 * repeated at the next start. A partially written `.tmp` file is deleted unread.
 */
async function takeOver(path: string, state: StateDatabase, read: (text: string) => Change[]): Promise<void> {
  rmSync(`${path}.tmp`, { force: true })
  if (!existsSync(path)) return
  for (const [name, id, record] of readChangeLines(path, read)) {
    if (record === undefined) state.collection(name).delete(id)
    else state.collection(name).put(id, record)
  }
  await state.saved()
  rmSync(path)
}

function readChangeLines(path: string, read: (text: string) => Change[]): Change[] {
  try {
    return read(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new CorruptStateError(path, error instanceof Error ? error.message : String(error))
  }
}

/** Reads the journal. A kill can leave a partial last line, which was never acknowledged and is ignored. */
function readJournal(path: string): Change[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.slice(0, -1).map((line) => JSON.parse(line) as Change)
}
