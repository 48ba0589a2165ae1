import type { PublicConfig } from '../../contract/config.ts'
import type { OfflineResponseInput } from '../../contract/desktop/desktop-channels.ts'
import type { CredentialStore } from './secret-stores.ts'
import type { Log } from '../system/log-file.ts'
import type { Fetch } from './json-response.ts'
import { queryServer, type ServerConfigResult } from './server-config.ts'
import type { OfflineCache } from './offline-cache.ts'
import { createIdentity, type Identity } from './identity.ts'
import { createSession, type Session } from './session.ts'

export interface Connection {
  apiOrigin: string
  identity: Identity
  session: Session
  /** Cached responses and unsaved input, both stored only while a user is signed in. */
  offlineResponses: Pick<OfflineCache, 'find' | 'findInput'> & {
    keep: (address: string, response: OfflineResponseInput) => Promise<void>
    keepInput: (key: string, text: string) => Promise<void>
  }
  config: () => PublicConfig | null
  requestConfig: (timeoutMs?: number) => Promise<ServerConfigResult>
  /** Requests the settings, or returns the known ones if the server is unreachable. */
  readConfig: () => Promise<ServerConfigResult>
  /** Returns the known settings, or requests them. */
  findConfig: () => Promise<ServerConfigResult>
  /** Reports whether the last request for the settings succeeded. */
  isReached: () => boolean
  /** The time of the API's last response to the page. */
  lastResponseAt: () => Date | null
  recordResponse: () => void
  /** Aborted when the console switches to another server. */
  left: AbortSignal
  /** Ends the session, here and at the server, and any sign-in in progress. */
  leave: () => Promise<void>
}

interface ConnectionOptions {
  apiOrigin: string
  config: PublicConfig | null
  store: CredentialStore
  offlineResponses: OfflineCache
  fetch: Fetch
  onExpired: () => void
  /** Called with the settings whenever the server returns them. */
  onConfig: (config: PublicConfig) => void
  log: Log
}

/** Timeout in milliseconds if settings are already known. */
const KNOWN_TIMEOUT_MS = 2_500

export function createConnection(options: ConnectionOptions): Connection {
  const { apiOrigin, fetch, offlineResponses } = options
  const session = createSession({ ...options, onClosed: offlineResponses.clear })
  let { config } = options
  const identity = createIdentity({ apiOrigin, fetch, findConfig })
  const leaving = new AbortController()
  let isReached = false
  let lastResponseAt: Date | null = null

  async function requestConfig(timeoutMs?: number): Promise<ServerConfigResult> {
    const result = await queryServer(fetch, apiOrigin, timeoutMs)
    isReached = 'config' in result
    if ('config' in result) options.onConfig((config = result.config))
    else options.log(`server: ${result.problem}`)
    return result
  }

  async function readConfig(): Promise<ServerConfigResult> {
    const result = await requestConfig(config === null ? undefined : KNOWN_TIMEOUT_MS)
    return 'problem' in result && !result.isUnusable && config !== null ? { config } : result
  }

  async function findConfig(): Promise<ServerConfigResult> {
    return config === null ? requestConfig() : { config }
  }

  /**
   * Checks whether the same session is still active. Data that a page reads after a sign-out belongs to no
   * user.
   */
  async function stillSignedIn(): Promise<() => Promise<boolean>> {
    const token = await session.token()
    return async () => token !== null && token === (await session.token())
  }

  return {
    apiOrigin,
    identity,
    session,
    offlineResponses: {
      find: offlineResponses.find,
      findInput: offlineResponses.findInput,
      keep: async (address, response) => offlineResponses.keep(address, response, await stillSignedIn()),
      keepInput: async (key, text) => offlineResponses.keepInput(key, text, await stillSignedIn()),
    },
    config: () => config,
    requestConfig,
    readConfig,
    findConfig,
    isReached: () => isReached,
    lastResponseAt: () => lastResponseAt,
    recordResponse() {
      lastResponseAt = new Date()
    },
    left: leaving.signal,
    async leave() {
      leaving.abort()
      identity.forget()
      await session.revoke()
    },
  }
}
