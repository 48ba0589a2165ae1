import { jwtResponse } from '../../contract/users.ts'
import { apiPath } from '../../contract/api/paths.ts'
import type { SessionOpened } from '../../contract/desktop/desktop-channels.ts'
import type { CredentialStore } from './secret-stores.ts'
import { buildRequestOptions, type Fetch } from './json-response.ts'
import { callApi, signInFirst, type ApiCall } from './api-call.ts'

/** A user's session. Only the main process and the keychain know the token. */
export interface Session {
  /** Returns the token once the keychain has been read. */
  token: () => Promise<string | null>
  /** False if the keychain refuses the token; the session then ends with the program. */
  isRemembered: () => boolean
  /** Exchanges a proof for a token, and stores it unless the session was closed in the meantime. */
  open: (proof: { idToken: string; email: string }) => Promise<SessionOpened>
  /** Deletes the token here, even if the server is unreachable. */
  close: () => Promise<void>
  /** Ends the session that the server rejected, unless another token has replaced it. */
  rejected: (token: string) => Promise<void>
  /** Ends the session at the server, if reachable, and here. */
  revoke: () => Promise<void>
}

interface SessionOptions {
  apiOrigin: string
  store: CredentialStore
  fetch: Fetch
  onExpired: () => void
  /** Called when the user's session has ended, to delete the user's stored data. */
  onClosed: () => Promise<void>
  log: (line: string) => void
}

const REVOKE_TIMEOUT_MS = 3_000

export function createSession({
  apiOrigin,
  store,
  fetch,
  onExpired,
  onClosed,
  log,
}: SessionOptions): Session {
  let token: string | null = null
  let isRemembered = true
  /** Counts sign-ins and sign-outs. Results of earlier ones are discarded. */
  let turn = 0
  // Keychain operations run in order, so that the latest one wins.
  let last: Promise<void> = keep('read', async () => {
    token = await store.read()
  })

  function keep(operation: string, change: () => Promise<void>): Promise<void> {
    return change().catch((error: unknown) => {
      isRemembered = false
      log(`keychain: ${operation} failed: ${String(error)}`)
    })
  }

  function change(operation: string, action: () => Promise<void>): Promise<void> {
    last = last.then(() => keep(operation, action))
    return last
  }

  async function end(): Promise<void> {
    await last
    token = null
    await onClosed()
    await change('clear', () => store.clear())
  }

  async function close(): Promise<void> {
    turn += 1
    await end()
  }

  async function endAtServer(endedToken: string): Promise<void> {
    await fetch(apiOrigin + apiPath('logOut'), {
      ...buildRequestOptions(AbortSignal.timeout(REVOKE_TIMEOUT_MS)),
      method: 'DELETE',
      headers: { authorization: `Bearer ${endedToken}` },
    }).catch(() => log('session: the server could not be notified of the sign-out'))
  }

  /** Stores a new token. Resolves to false if a later sign-in or sign-out has begun. */
  async function take(newToken: string, ownTurn: number): Promise<boolean> {
    await last
    if (ownTurn !== turn) return false
    // Signs out the previous user.
    token = null
    await onClosed()
    if (ownTurn !== turn) return false
    token = newToken
    isRemembered = true
    await change('write', () => store.write(newToken))
    return true
  }

  return {
    async token() {
      await last
      return token
    },

    isRemembered: () => isRemembered,

    async open({ idToken, email }) {
      const ownTurn = ++turn
      const call: ApiCall = { name: 'getToken', token: idToken, query: { email, client: 'console' } }
      const result = await callApi({ fetch, apiOrigin }, call, jwtResponse)
      if (!result.ok) return result
      if (await take(result.data.token, ownTurn)) return { ok: true, isRemembered }
      await endAtServer(result.data.token)
      return signInFirst
    },

    close,

    async rejected(rejectedToken) {
      await last
      if (token !== rejectedToken) return
      // Cleared first, so that further rejections have no effect.
      token = null
      await end()
      onExpired()
    },

    async revoke() {
      turn += 1
      await last
      if (token === null) return
      await endAtServer(token)
      await close()
    },
  }
}
