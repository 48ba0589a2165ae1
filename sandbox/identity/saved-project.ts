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

/** An emulator's accounts and unused mail codes. Tenants, phone codes and settings are not kept. */
export interface SavedProject {
  /**
   * Fills an empty project. The emulator's own import by REST would reset `validSince`, which ends every session,
   * so accounts go into its state as they were. Refresh tokens name their account and work as soon as it is there.
   */
  restore(project: EmulatorProject): void
  /** Resolves when the project is on disk as it is now. Those who ask at the same time share one pass over it. */
  save(project: EmulatorProject): Promise<void>
  /** Resolves when a save under way is on disk, too. */
  close(): Promise<void>
}

/**
 * Opens `<dataDir>/identity.db`; a missing file is an empty one. Rejects with `CorruptStateError` for a damaged one and
 * with `StateInUseError` for one that another sandbox has open.
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
      for (const user of saved.users) project.overwriteUserWithLocalId(user.localId, withoutDerived(user))
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
  const fault = parsed.error.issues[0]
  throw new CorruptStateError(path, `${fault?.path.join('.') || 'its content'}: ${fault?.message}`)
}

/** What is as it was isn't written again. */
function keep(collection: Collection<unknown>, entries: ReadonlyMap<string, unknown>): void {
  for (const id of collection.ids()) if (!entries.has(id)) collection.delete(id)
  for (const [id, entry] of entries) collection.put(id, entry)
}

/** The emulator makes these entries itself from the account's e-mail and phone; given again they would stand twice. */
function withoutDerived(user: z.infer<typeof savedUser>): z.infer<typeof savedUser> {
  const isDerived = (providerId: string) => providerId === 'password' || providerId === 'phone'
  return {
    ...user,
    providerUserInfo: user.providerUserInfo?.filter(({ providerId }) => !isDerived(providerId)),
  }
}
