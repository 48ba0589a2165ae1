import * as z from 'zod'
import type { Acted, Proven, Refreshed, Refused } from '../../contract/desktop-channels.ts'
import { me, type UserInput } from '../../contract/users.ts'
import type { Fetch } from './answer.ts'
import { callApi, refused } from './api-call.ts'
import { createIdentityToolkit, identityRefusal, type IdentityToolkit } from './identity-toolkit.ts'
import type { ServerAnswer } from './server-config.ts'
import { readProof, tokens, type Proof, type Tokens } from './proof.ts'

/**
 * Who has just shown at the identity service who they are. What shows it stays here until it is exchanged for a session,
 * or for ten minutes; the page asks for what is done with it.
 */
export interface Identity {
  signInWithPassword: (email: string, password: string) => Promise<Proven>
  /** With what Google has given for it. */
  signInWithGoogle: (googleIdToken: string) => Promise<Proven>
  /** Makes the account, or goes on with one that an earlier try left half-way. */
  createAccount: (email: string, password: string) => Promise<Acted>
  setProfile: (profile: { fullName: string; photoURL: string }) => Promise<Proven>
  saveUser: (record: UserInput) => Promise<Acted>
  mailVerification: () => Promise<Acted>
  /** Tells the server that the address is proven; null where it is not. */
  refreshEmail: () => Promise<Refreshed>
  mailPassword: (email: string) => Promise<Acted>
  changePassword: (email: string, current: string, next: string) => Promise<Acted>
  deleteAccount: () => Promise<Acted>
  proof: () => Proof | null
  /** @param proof that one and no newer one */
  forget: (proof?: Proof) => void
}

interface IdentityOptions {
  apiOrigin: string
  fetch: Fetch
  findConfig: () => Promise<ServerAnswer>
}

const TEN_MINUTES_MS = 600_000

export function createIdentity({ apiOrigin, fetch, findConfig }: IdentityOptions): Identity {
  const api = { apiOrigin, fetch }
  let held: Proof | null = null
  let end: NodeJS.Timeout | undefined

  async function withService<T>(ask: (service: IdentityToolkit) => Promise<T>) {
    const answer = await findConfig()
    return 'config' in answer
      ? ask(createIdentityToolkit(fetch, answer.config.identity))
      : refused('offline', 0, answer.problem)
  }

  async function withProof<T>(ask: (proof: Proof, service: IdentityToolkit) => Promise<T>) {
    const proof = held
    return proof === null
      ? identityRefusal('user-token-expired')
      : withService((service) => ask(proof, service))
  }

  function hold(given: Tokens): Proven {
    const proof = readProof(given)
    if (proof === null) return identityRefusal('internal-error')
    forget()
    held = proof
    end = setTimeout(forget, TEN_MINUTES_MS).unref()
    return { ok: true, person: proof.person }
  }

  function forget(proof: Proof | null = held): void {
    if (held !== proof) return
    held = null
    clearTimeout(end)
  }

  /** Signs in by one of the service's methods, and keeps what it gives. */
  async function prove(service: IdentityToolkit, method: string, body: object): Promise<Proven> {
    const answer = await service.account(method, { ...body, returnSecureToken: true }, tokens)
    return answer.ok ? hold(answer.data) : answer
  }

  return {
    signInWithPassword: (email, password) =>
      withService((service) => prove(service, 'signInWithPassword', { email, password })),

    signInWithGoogle: (googleIdToken) =>
      withService((service) =>
        prove(service, 'signInWithIdp', {
          postBody: new URLSearchParams({ id_token: googleIdToken, providerId: 'google.com' }).toString(),
          requestUri: 'http://localhost',
        }),
      ),

    async createAccount(email, password) {
      if (held?.person.email === email) return { ok: true }
      const made = await withService((service) => prove(service, 'signUp', { email, password }))
      return made.ok ? { ok: true } : made
    },

    setProfile: ({ fullName, photoURL }) =>
      withProof(async ({ idToken, refreshToken }, service) => {
        const body = { idToken, displayName: fullName, photoUrl: photoURL, returnSecureToken: true }
        const set = await service.account('update', body, anything)
        if (!set.ok) return set
        const fresh = await service.refresh(refreshToken)
        return fresh.ok ? hold(fresh.data) : fresh
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

    proof: () => held,
    forget,
  }
}

const anything = z.unknown()

async function act(asked: Promise<{ ok: true } | Refused>): Promise<Acted> {
  const answer = await asked
  return answer.ok ? { ok: true } : answer
}
