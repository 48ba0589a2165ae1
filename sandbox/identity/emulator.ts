import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'

/** An account as the emulator keeps it; the fields that this sandbox reads. The rest is carried along untouched. */
interface EmulatorUser {
  localId: string
  email?: string | undefined
  displayName?: string | undefined
  providerUserInfo?: ProviderAccount[] | undefined
  [field: string]: unknown
}

/** One way an account signs in: `password`, `google.com`, … with the id that the provider knows it by. */
interface ProviderAccount {
  providerId: string
  rawId?: string | undefined
  email?: string | undefined
  displayName?: string | undefined
  photoUrl?: string | undefined
  [field: string]: unknown
}

/** A code that was sent by mail: password reset, address verification, undo of an address change. */
export interface OutOfBandCode {
  oobCode: string
  oobLink: string
  requestType: string
  email: string
  newEmail?: string | undefined
}

/** The emulator's own state object of one project. */
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

/** firebase-tools' `SingleProjectMode.ERROR`: requests that name another project are refused. */
const REFUSE_OTHER_PROJECTS = 2

/**
 * Loads the official Firebase Auth emulator into this process. The casts stand where its untyped internals
 * enter; the tests hold them to what is promised here.
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

/** Compiling every JSON schema of its API takes the emulator 5 s; most are never used, so each waits for its first use. */
function compileSchemasOnDemand(exegesis: ExegesisExpress): void {
  const { middleware } = exegesis
  exegesis.middleware = (spec, options) =>
    middleware(spec, { ...options, lazyCompileValidationSchemas: true })
}

/** The command line gives this logger its outputs; without one it warns on each line. Faults still reach stderr. */
function silenceLogger({ logger }: { logger: { silent: boolean } }): void {
  logger.silent = true
}
