import type { PublicConfig } from '../../contract/config.ts'
import type { CredentialStore } from './credential-store.ts'
import type { Log } from '../system/log-file.ts'
import type { Fetch } from './answer.ts'
import { askServer, type ServerAnswer } from './server-config.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createSession, type Session } from './session.ts'

/** The Kerblight that the console works with, and who is signed in there. */
export interface Connection {
  apiOrigin: string
  /** Who signs in there. */
  identity: Identity
  session: Session
  /** Its settings as far as they are known. */
  config: () => PublicConfig | null
  /** Asks for them, known or not. */
  askConfig: (timeoutMs?: number) => Promise<ServerAnswer>
  /** Asks for them where they are not known yet. */
  findConfig: () => Promise<ServerAnswer>
  /** When the page last had an answer of the API's. */
  lastAnswer: () => Date | null
  noteAnswer: () => void
}

interface ConnectionOptions {
  apiOrigin: string
  config: PublicConfig | null
  store: CredentialStore
  fetch: Fetch
  onExpired: () => void
  log: Log
}

export function createConnection(options: ConnectionOptions): Connection {
  const { apiOrigin, fetch } = options
  let { config } = options
  let lastAnswer: Date | null = null

  async function askConfig(timeoutMs?: number): Promise<ServerAnswer> {
    const answer = await askServer(fetch, apiOrigin, timeoutMs)
    if ('config' in answer) config = answer.config
    else options.log(`server: ${answer.problem}`)
    return answer
  }

  const findConfig = async () => (config === null ? askConfig() : { config })

  return {
    apiOrigin,
    identity: createIdentity({ apiOrigin, fetch, findConfig }),
    session: createSession(options),
    config: () => config,
    askConfig,
    findConfig,
    lastAnswer: () => lastAnswer,
    noteAnswer() {
      lastAnswer = new Date()
    },
  }
}
