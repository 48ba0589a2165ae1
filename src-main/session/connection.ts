import type { PublicConfig } from '../../contract/config.ts'
import type { Answer } from '../../contract/desktop/desktop-channels.ts'
import type { CredentialStore } from './secret-stores.ts'
import type { Log } from '../system/log-file.ts'
import type { Fetch } from './answer.ts'
import { queryServer, type ServerAnswer } from './server-config.ts'
import type { OfflineCache } from './offline-cache.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createSession, type Session } from './session.ts'

/** The Kerblight that the console works with, and who is signed in there. */
export interface Connection {
  apiOrigin: string
  /** Who signs in there. */
  identity: Identity
  session: Session
  /** What was read there, and typed and not saved, for as long as somebody is signed in. */
  answers: Pick<OfflineCache, 'find' | 'findInput'> & {
    keep: (address: string, answer: Answer) => Promise<void>
    keepInput: (key: string, text: string) => Promise<void>
  }
  /** Its settings as far as they are known. */
  config: () => PublicConfig | null
  /** Asks for them, known or not. */
  askConfig: (timeoutMs?: number) => Promise<ServerAnswer>
  /** Asks for them; where the server is out of reach, those known from before. */
  readConfig: () => Promise<ServerAnswer>
  /** Asks for them where they are not known yet. */
  findConfig: () => Promise<ServerAnswer>
  /** Whether it had them when it was asked last. */
  isReached: () => boolean
  /** When the page last had an answer of the API's. */
  lastAnswer: () => Date | null
  noteAnswer: () => void
  /** Aborted when the console goes to another Kerblight. */
  left: AbortSignal
  /** Ends the session here and at the server, and whatever is under way for another. */
  leave: () => Promise<void>
}

interface ConnectionOptions {
  apiOrigin: string
  config: PublicConfig | null
  store: CredentialStore
  answers: OfflineCache
  fetch: Fetch
  onExpired: () => void
  /** Told of the settings each time the server has given them. */
  onConfig: (config: PublicConfig) => void
  log: Log
}

/** Where they are known already, nobody waits long for them. */
const KNOWN_TIMEOUT_MS = 2_500

export function createConnection(options: ConnectionOptions): Connection {
  const { apiOrigin, fetch, answers } = options
  const session = createSession({ ...options, onClosed: answers.clear })
  let { config } = options
  const identity = createIdentity({ apiOrigin, fetch, findConfig })
  const leaving = new AbortController()
  let isReached = false
  let lastAnswer: Date | null = null

  async function askConfig(timeoutMs?: number): Promise<ServerAnswer> {
    const answer = await queryServer(fetch, apiOrigin, timeoutMs)
    isReached = 'config' in answer
    if ('config' in answer) options.onConfig((config = answer.config))
    else options.log(`server: ${answer.problem}`)
    return answer
  }

  async function readConfig(): Promise<ServerAnswer> {
    const answer = await askConfig(config === null ? undefined : KNOWN_TIMEOUT_MS)
    return 'problem' in answer && !answer.isUnusable && config !== null ? { config } : answer
  }

  async function findConfig(): Promise<ServerAnswer> {
    return config === null ? askConfig() : { config }
  }

  /** What a page still reads or keeps after a sign-out is nobody's. */
  async function stillSignedIn(): Promise<() => Promise<boolean>> {
    const token = await session.token()
    return async () => token !== null && token === (await session.token())
  }

  return {
    apiOrigin,
    identity,
    session,
    answers: {
      find: answers.find,
      findInput: answers.findInput,
      keep: async (address, answer) => answers.keep(address, answer, await stillSignedIn()),
      keepInput: async (key, text) => answers.keepInput(key, text, await stillSignedIn()),
    },
    config: () => config,
    askConfig,
    readConfig,
    findConfig,
    isReached: () => isReached,
    lastAnswer: () => lastAnswer,
    noteAnswer() {
      lastAnswer = new Date()
    },
    left: leaving.signal,
    async leave() {
      leaving.abort()
      identity.forget()
      await session.revoke()
    },
  }
}
