import { z } from 'zod'
import { CorruptStateError, readState } from '../state-file.ts'
import type { EmulatorProject } from './emulator.ts'

const providerAccount = z.looseObject({ providerId: z.string().min(1), rawId: z.string().optional() })

const savedProject = z.object({
  version: z.literal(1),
  projectId: z.string(),
  users: z.array(
    z.looseObject({ localId: z.string().min(1), providerUserInfo: z.array(providerAccount).optional() }),
  ),
  outOfBandCodes: z.array(
    z.looseObject({ oobCode: z.string(), oobLink: z.string(), requestType: z.string(), email: z.string() }),
  ),
})

/** Accounts and unused mail codes as the text of the state file. Tenants, phone codes and settings are not kept. */
export function projectToText(projectId: string, project: EmulatorProject): string {
  return JSON.stringify({
    version: 1,
    projectId,
    users: [...project.users.values()],
    outOfBandCodes: [...project.oobs.values()],
  })
}

/**
 * Fills an empty project from the state file; a missing file leaves it empty, a damaged one throws
 * `CorruptStateError`. The emulator's own import by REST would reset `validSince`, which ends every session,
 * so accounts go into its state as they were. Refresh tokens name their account and work as soon as it is there.
 */
export async function restoreProject(
  path: string,
  projectId: string,
  project: EmulatorProject,
): Promise<void> {
  const state = await readState(path)
  if (state === undefined) return
  const parsed = savedProject.safeParse(state)
  if (!parsed.success) {
    const fault = parsed.error.issues[0]
    throw new CorruptStateError(path, `${fault?.path.join('.') || 'its content'}: ${fault?.message}`)
  }
  if (parsed.data.projectId !== projectId) {
    throw new CorruptStateError(path, `it belongs to the project ${parsed.data.projectId}, not ${projectId}`)
  }
  for (const user of parsed.data.users) {
    project.overwriteUserWithLocalId(user.localId, {
      ...user,
      providerUserInfo: user.providerUserInfo?.filter(({ providerId }) => !isDerivedProvider(providerId)),
    })
  }
  for (const code of parsed.data.outOfBandCodes) project.oobs.set(code.oobCode, code)
}

/** The emulator makes these entries itself from the account's e-mail and phone; given again they would stand twice. */
function isDerivedProvider(providerId: string): boolean {
  return providerId === 'password' || providerId === 'phone'
}
