import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { takeOverIdentityJson } from '../json-state.ts'
import { type Collection, CorruptStateError, openStateDatabase } from '../state-database.ts'
import type { EmulatorProject } from './emulator.ts'

const providerAccount = z.looseObject({ providerId: z.string().min(1), rawId: z.string().optional() })

const savedUser = z.looseObject({
  localId: z.string().min(1),
  providerUserInfo: z.array(providerAccount).optional(),
})

const savedCode = z.looseObject({
  oobCode: z.string(),
  oobLink: z.string(),
  requestType: z.string(),
  email: z.string(),
})

/** Stores an emulator's accounts and unused email codes, but no tenants, phone codes, or settings. */
export interface SavedProject {
  /**
   * Puts the accounts directly into the emulator's state. Its REST import would reset `validSince`, which
   * ends every session.
   */
  restore(project: EmulatorProject): void
  /**
   * Resolves when the project's current state is on disk. Concurrent calls share one pass over the project.
   */
  save(project: EmulatorProject): Promise<void>
  /** Waits for a save in progress, and closes the database. */
  close(): Promise<void>
}

/**
 * Opens `<dataDir>/identity.db`; a missing file counts as empty. Rejects with `CorruptStateError` if the file
 * is damaged, and with `StateInUseError` if another sandbox has it open.
 */
export async function openSavedProject(dataDir: string, projectId: string): Promise<SavedProject> {
  const path = join(dataDir, 'identity.db')
  const state = openStateDatabase(path)
  const users = state.collection<unknown>('users')
  const codes = state.collection<unknown>('codes')
  const ids = state.collection<string>('project')
  let sharedSave: Promise<void> | null = null

  async function read() {
    await takeOverIdentityJson(dataDir, state)
    const savedId = ids.get('id') ?? projectId
    if (savedId !== projectId)
      throw new CorruptStateError(path, `it belongs to the project ${savedId}, not ${projectId}`)
    return { users: readAll(path, users, savedUser), codes: readAll(path, codes, savedCode) }
  }

  async function writeAll(project: EmulatorProject) {
    await setImmediate()
    sharedSave = null
    ids.put('id', projectId)
    keep(users, project.users)
    keep(codes, project.oobs)
    await state.saved()
  }

  const saved = await read().catch((error: unknown) => {
    state.close()
    throw error
  })
  return {
    restore(project) {
      for (const user of saved.users)
        project.overwriteUserWithLocalId(user.localId, removeDerivedFields(user))
      for (const code of saved.codes) project.oobs.set(code.oobCode, code)
    },
    save: (project) => (sharedSave ??= writeAll(project)),
    async close() {
      await sharedSave?.catch(() => {})
      state.close()
    },
  }
}

function readAll<T>(path: string, collection: Collection<unknown>, schema: z.ZodType<T>): T[] {
  const parsed = z.array(schema).safeParse(collection.all())
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new CorruptStateError(path, `${issue?.path.join('.') || 'its content'}: ${issue?.message}`)
}

/** Makes the collection match the entries. Unchanged records are not rewritten. */
function keep(collection: Collection<unknown>, entries: ReadonlyMap<string, unknown>): void {
  for (const id of collection.ids()) if (!entries.has(id)) collection.delete(id)
  for (const [id, entry] of entries) collection.put(id, entry)
}

/**
 * Removes the entries that the emulator derives from the account's email address and phone number. Otherwise,
 * they would appear twice.
 */
function removeDerivedFields(user: z.infer<typeof savedUser>): z.infer<typeof savedUser> {
  const isDerived = (providerId: string) => providerId === 'password' || providerId === 'phone'
  return {
    ...user,
    providerUserInfo: user.providerUserInfo?.filter(({ providerId }) => !isDerived(providerId)),
  }
}
