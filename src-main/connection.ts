import type { PublicConfig } from '../contract/config.ts'
import type { CredentialStore } from './credential-store.ts'
import type { Log } from './log-file.ts'
import { askServer, type Fetch, type ServerAnswer } from './server-config.ts'
import { createSession, type Session } from './session.ts'

/** The Kerblight that the console works with, and who is signed in there. */
export interface Connection {
  apiOrigin: string
  session: Session
  /** Its settings as far as they are known. */
  config: () => PublicConfig | null
  /** Asks for them where they are not known yet. */
  findConfig: () => Promise<PublicConfig | null>
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

/** The console opens its window no later than this, server or no server. */
const START_TIMEOUT_MS = 2_500

export function createConnection(options: ConnectionOptions): Connection {
  const { apiOrigin, fetch } = options
  let { config } = options
  let lastAnswer: Date | null = null
  return {
    apiOrigin,
    session: createSession(options),
    config: () => config,
    async findConfig() {
      if (config !== null) return config
      const answer: ServerAnswer = await askServer(fetch, apiOrigin, START_TIMEOUT_MS)
      if ('config' in answer) config = answer.config
      else options.log(`server: ${answer.problem}`)
      return config
    },
    lastAnswer: () => lastAnswer,
    noteAnswer() {
      lastAnswer = new Date()
    },
  }
}
