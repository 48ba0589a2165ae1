import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'

/** An account as the emulator stores it. Only these fields are read; all others pass through unchanged. */
interface EmulatorUser {
  localId: string
  email?: string | undefined
  displayName?: string | undefined
  providerUserInfo?: ProviderAccount[] | undefined
  [field: string]: unknown
}

/**
 * A sign-in method of an account, such as `password` or `google.com`, with the account's ID at the provider.
 */
interface ProviderAccount {
  providerId: string
  rawId?: string | undefined
  email?: string | undefined
  displayName?: string | undefined
  photoUrl?: string | undefined
  [field: string]: unknown
}

/**
 * A code sent by email to reset a password, verify an email address, or undo a change of the email address.
 */
export interface OutOfBandCode {
  oobCode: string
  oobLink: string
  requestType: string
  email: string
  newEmail?: string | undefined
}

/** The emulator's own state object for one project. */
export interface EmulatorProject {
  users: Map<string, EmulatorUser>
  oobs: Map<string, OutOfBandCode>
  overwriteUserWithLocalId(localId: string, user: EmulatorUser): EmulatorUser
}

export interface Emulator {
  handle: RequestListener
  project: EmulatorProject
}

interface ExegesisExpress {
  middleware(spec: unknown, options: Record<string, unknown>): Promise<unknown>
}

interface AuthServer {
  createApp(
    projectId: string,
    singleProjectMode: number,
    projects: Map<string, EmulatorProject>,
  ): Promise<RequestListener>
}

interface AuthState {
  AgentProjectState: new (projectId: string) => EmulatorProject
}

/** Same as `SingleProjectMode.ERROR` in firebase-tools. */
const REFUSE_OTHER_PROJECTS = 2

/**
 * Loads the official Firebase Auth emulator into this process. Its internals are untyped, so the types
 * declared here are tested.
 */
export async function loadEmulator(projectId: string): Promise<Emulator> {
  const require = createRequire(import.meta.url)
  const emulatorRequire = createRequire(require.resolve('firebase-tools/lib/emulator/auth/server'))
  compileSchemasOnDemand(emulatorRequire('exegesis-express') as ExegesisExpress)
  silenceLogger(emulatorRequire('../../logger') as { logger: { silent: boolean } })

  const { createApp } = emulatorRequire('./server') as AuthServer
  const { AgentProjectState } = emulatorRequire('./state') as AuthState
  const project = new AgentProjectState(projectId)
  const handle = await createApp(projectId, REFUSE_OTHER_PROJECTS, new Map([[projectId, project]]))
  return { handle, project }
}

/**
 * Compiles each JSON schema of the emulator's API on first use. Compiling all of them takes 5 s, and most are
 * never used.
 */
function compileSchemasOnDemand(exegesis: ExegesisExpress): void {
  const { middleware } = exegesis
  exegesis.middleware = (spec, options) =>
    middleware(spec, { ...options, lazyCompileValidationSchemas: true })
}

/**
 * Silences the emulator's logger, which prints a warning per line unless the command line configures it.
 * Errors still reach stderr.
 */
function silenceLogger({ logger }: { logger: { silent: boolean } }): void {
  logger.silent = true
}
