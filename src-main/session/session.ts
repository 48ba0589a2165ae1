import { jwtAnswer } from '../../contract/users.ts'
import { apiPath } from '../../contract/api/paths.ts'
import type { SessionOpened } from '../../contract/desktop/desktop-channels.ts'
import type { CredentialStore } from './secret-stores.ts'
import { alone, type Fetch } from './answer.ts'
import { callApi, signInFirst, type ApiCall } from './api-call.ts'

/** Who is signed in at one Kerblight: the app token, known to main and to the keychain alone. */
export interface Session {
  /** The token to send, once the keychain has been asked. */
  token: () => Promise<string | null>
  /** False where the keychain refuses: the session ends with the program. */
  isRemembered: () => boolean
  /** Exchanges a proof of identity for a token of the console's, and keeps it unless the session is closed meanwhile. */
  open: (proof: { idToken: string; email: string }) => Promise<SessionOpened>
  /** Forgets the token, here and in the keychain, whether or not the server can be reached. */
  close: () => Promise<void>
  /** The server refused this token. Nothing happens where another has taken its place. */
  refused: (token: string) => Promise<void>
  /** Tells the server that the session is over, as far as it can be reached, and closes it. */
  revoke: () => Promise<void>
}

interface SessionOptions {
  apiOrigin: string
  store: CredentialStore
  fetch: Fetch
  onExpired: () => void
  /** Whoever was signed in is no more: what is kept of theirs has to go. */
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
  /** How often somebody has signed in or out: what an earlier intention brings is not kept. */
  let turn = 0
  // The keychain does one thing after another, so that the newest intention holds.
  let last: Promise<void> = keep('read', async () => {
    token = await store.read()
  })

  function keep(what: string, change: () => Promise<void>): Promise<void> {
    return change().catch((error: unknown) => {
      isRemembered = false
      log(`keychain: ${what} failed: ${String(error)}`)
    })
  }

  function change(what: string, action: () => Promise<void>): Promise<void> {
    last = last.then(() => keep(what, action))
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

  async function endAtServer(ended: string): Promise<void> {
    await fetch(apiOrigin + apiPath('logOut'), {
      ...alone(AbortSignal.timeout(REVOKE_TIMEOUT_MS)),
      method: 'DELETE',
      headers: { authorization: `Bearer ${ended}` },
    }).catch(() => log('session: the server could not be notified of the sign-out'))
  }

  /** False where somebody has signed in or out since. */
  async function take(given: string, mine: number): Promise<boolean> {
    await last
    if (mine !== turn) return false
    // Somebody else may have been.
    token = null
    await onClosed()
    if (mine !== turn) return false
    token = given
    isRemembered = true
    await change('write', () => store.write(given))
    return true
  }

  return {
    async token() {
      await last
      return token
    },

    isRemembered: () => isRemembered,

    async open({ idToken, email }) {
      const mine = ++turn
      const call: ApiCall = { name: 'getToken', token: idToken, query: { email, client: 'console' } }
      const answer = await callApi({ fetch, apiOrigin }, call, jwtAnswer)
      if (!answer.ok) return answer
      if (await take(answer.data.token, mine)) return { ok: true, isRemembered }
      await endAtServer(answer.data.token)
      return signInFirst
    },

    close,

    async refused(refusedToken) {
      await last
      if (token !== refusedToken) return
      // At once, so that the next of several refusals finds it done.
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
