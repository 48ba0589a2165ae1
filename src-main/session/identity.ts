import * as z from 'zod'
import type {
  Acted,
  Proven,
  Refreshed,
  Rejection,
  SessionOpened,
} from '../../contract/desktop/desktop-channels.ts'
import { me, type UserInput } from '../../contract/users.ts'
import type { Fetch } from './json-response.ts'
import { callApi, createRejection, signInFirst } from './api-call.ts'
import { createIdentityToolkit, createIdentityRejection, type IdentityToolkit } from './identity-toolkit.ts'
import type { ServerConfigResult } from './server-config.ts'
import { readProof, tokens, type Proof, type Tokens } from './proof.ts'

/**
 * A user who has just proven their identity. The proof never leaves the main process, and is discarded after
 * ten minutes at most.
 */
export interface Identity {
  signInWithPassword: (email: string, password: string) => Promise<Proven>
  signInWithGoogle: (googleIdToken: string) => Promise<Proven>
  /** Creates the account, or continues an earlier attempt. */
  createAccount: (email: string, password: string) => Promise<Acted>
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Proven>
  saveUser: (record: UserInput) => Promise<Acted>
  mailVerification: () => Promise<Acted>
  /** Reports the confirmed address to the server. `me` is null if the address is not verified. */
  refreshEmail: () => Promise<Refreshed>
  mailPassword: (email: string) => Promise<Acted>
  changePassword: (email: string, current: string, next: string) => Promise<Acted>
  deleteAccount: () => Promise<Acted>
  /** Exchanges the proof for a session, and discards it unless the server failed. */
  exchange: (open: (proof: Proof) => Promise<SessionOpened>) => Promise<SessionOpened>
  proof: () => Proof | null
  /** Discards the proof. Responses to its pending requests are ignored. */
  forget: () => void
}

interface IdentityOptions {
  apiOrigin: string
  fetch: Fetch
  findConfig: () => Promise<ServerConfigResult>
}

/** The proof may be renewed, but its expiry time stays. */
interface SignIn {
  proof: Proof | null
  end: NodeJS.Timeout | undefined
}

const TEN_MINUTES_MS = 600_000

export function createIdentity({ apiOrigin, fetch, findConfig }: IdentityOptions): Identity {
  const api = { apiOrigin, fetch }
  let newest: SignIn = { proof: null, end: undefined }

  async function withService<T>(ask: (service: IdentityToolkit) => Promise<T>) {
    const answer = await findConfig()
    return 'config' in answer
      ? ask(createIdentityToolkit(fetch, answer.config.identity))
      : createRejection('offline', 0, answer.problem)
  }

  async function withProof<T>(ask: (proof: Proof, service: IdentityToolkit, signIn: SignIn) => Promise<T>) {
    const signIn = newest
    const { proof } = signIn
    return proof === null
      ? createIdentityRejection('user-token-expired')
      : withService((service) => ask(proof, service, signIn))
  }

  /** Stores the proof of a sign-in, unless the sign-in has ended. */
  function hold(newTokens: Tokens, signIn: SignIn): Proven {
    const proof = readProof(newTokens)
    if (proof === null) return createIdentityRejection('internal-error')
    if (signIn !== newest) return createIdentityRejection('user-token-expired')
    signIn.proof = proof
    signIn.end ??= setTimeout(forget, TEN_MINUTES_MS).unref()
    return { ok: true, person: proof.person }
  }

  function forget(): void {
    clearTimeout(newest.end)
    newest = { proof: null, end: undefined }
  }

  function prove(method: string, body: object): Promise<Proven> {
    forget()
    const signIn = newest
    return withService(async (service) => {
      const answer = await service.account(method, { ...body, returnSecureToken: true }, tokens)
      return answer.ok ? hold(answer.data, signIn) : answer
    })
  }

  return {
    signInWithPassword: (email, password) => prove('signInWithPassword', { email, password }),

    signInWithGoogle: (googleIdToken) =>
      prove('signInWithIdp', {
        postBody: new URLSearchParams({ id_token: googleIdToken, providerId: 'google.com' }).toString(),
        requestUri: 'http://localhost',
      }),

    async createAccount(email, password) {
      if (newest.proof?.person.email === email) return { ok: true }
      return act(prove('signUp', { email, password }))
    },

    setProfile: ({ fullName, photoURL }) =>
      withProof(async ({ idToken, refreshToken }, service, signIn) => {
        const body = { idToken, displayName: fullName, photoUrl: photoURL, returnSecureToken: true }
        const set = await service.account('update', body, anything)
        if (!set.ok) return set
        const fresh = await service.refresh(refreshToken)
        return fresh.ok ? hold(fresh.data, signIn) : fresh
      }),

    saveUser: (record) =>
      withProof(({ idToken }) =>
        act(callApi(api, { name: 'saveUser', token: idToken, body: record }, anything)),
      ),

    mailVerification: () =>
      withProof(({ idToken }, service) =>
        act(service.account('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, anything)),
      ),

    refreshEmail: () =>
      withProof(async ({ idToken, isEmailVerified }) => {
        if (!isEmailVerified) return { ok: true, me: null }
        const answer = await callApi(api, { name: 'refreshEmail', token: idToken }, me)
        return answer.ok ? { ok: true, me: answer.data } : answer
      }),

    mailPassword: (email) =>
      withService((service) =>
        act(service.account('sendOobCode', { requestType: 'PASSWORD_RESET', email }, anything)),
      ),

    changePassword: (email, current, next) =>
      withService(async (service) => {
        const signIn = { email, password: current, returnSecureToken: true }
        const shown = await service.account('signInWithPassword', signIn, tokens)
        if (!shown.ok) return shown
        const { idToken } = shown.data
        return act(service.account('update', { idToken, password: next, returnSecureToken: true }, anything))
      }),

    deleteAccount: () =>
      withProof(({ idToken }, service) => act(service.account('delete', { idToken }, anything))),

    async exchange(open) {
      const signIn = newest
      if (signIn.proof === null) return signInFirst
      const opened = await open(signIn.proof)
      if (signIn === newest && (opened.ok || isRejected(opened))) forget()
      return opened
    },

    proof: () => newest.proof,
    forget,
  }
}

const anything = z.unknown()

/** Reports whether the server rejected the request, so that a retry would fail again. */
function isRejected({ problem: { status } }: Rejection): boolean {
  return status >= 400 && status < 500
}

async function act(pending: Promise<{ ok: true } | Rejection>): Promise<Acted> {
  const answer = await pending
  return answer.ok ? { ok: true } : answer
}
