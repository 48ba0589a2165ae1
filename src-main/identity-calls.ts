import type { PublicConfig } from '../contract/config.ts'
import { createRejection } from './session/api-call.ts'
import { NOT_CONNECTED, type ConsoleState } from './console-state.ts'
import { googleCancelled, type GoogleSignInResult } from './session/google-sign-in.ts'
import type { CallHandlers } from './window/ipc.ts'

interface IdentityTools {
  consoleState: ConsoleState
  signInWithGoogle: (config: PublicConfig, signal: AbortSignal) => Promise<GoogleSignInResult>
}

type IdentityCall = Extract<keyof CallHandlers, `identity:${string}` | 'session:open' | 'session:close'>

/** Handles the page's calls about the user's identity. No response contains credentials. */
export function createIdentityCalls({
  consoleState,
  signInWithGoogle,
}: IdentityTools): Pick<CallHandlers, IdentityCall> {
  const identity = () => consoleState.connection()?.identity ?? null
  let google = new AbortController()

  return {
    'identity:password': async ({ email, password }) =>
      (await identity()?.signInWithPassword(email, password)) ?? notConnected,

    'identity:google': async () => {
      google.abort()
      google = new AbortController()
      const connection = consoleState.connection()
      if (connection === null) return notConnected
      const signal = AbortSignal.any([google.signal, connection.left])
      const found = await connection.findConfig()
      if ('problem' in found) return createRejection('offline', 0, found.problem)
      const answer = await signInWithGoogle(found.config, signal)
      if (!answer.ok) return answer
      // The sign-in is discarded if the server has changed.
      if (signal.aborted) return googleCancelled
      consoleState.show(null)
      return connection.identity.signInWithGoogle(answer.idToken)
    },
    'identity:cancel-google': () => google.abort(),

    'identity:create': async ({ email, password }) =>
      (await identity()?.createAccount(email, password)) ?? notConnected,
    'identity:profile': async (profile) => (await identity()?.setProfile(profile)) ?? notConnected,
    'identity:save-user': async (record) => (await identity()?.saveUser(record)) ?? notConnected,

    'identity:mail-verification': async () => (await identity()?.mailVerification()) ?? notConnected,
    'identity:refresh-email': async () => (await identity()?.refreshEmail()) ?? notConnected,
    'identity:mail-password': async (email) => (await identity()?.mailPassword(email)) ?? notConnected,
    'identity:change-password': async ({ email, current, next }) =>
      (await identity()?.changePassword(email, current, next)) ?? notConnected,
    'identity:delete': async () => (await identity()?.deleteAccount()) ?? notConnected,
    'identity:forget': () => identity()?.forget(),

    'session:open': async (caller) => {
      const connection = consoleState.connection()
      if (connection === null) return notConnected
      const opened = await connection.identity.exchange(({ idToken, person: { email } }) =>
        connection.session.open({ idToken, email }),
      )
      if (opened.ok) consoleState.windows.notifyAll('session:changed', null, caller)
      return opened
    },
    'session:close': async (caller) => {
      const connection = consoleState.connection()
      connection?.identity.forget()
      await connection?.session.close()
      consoleState.windows.notifyAll('session:changed', null, caller)
    },
  }
}

const notConnected = createRejection('offline', 0, NOT_CONNECTED)
