import type { DesktopBridge } from '../../contract/desktop/desktop-bridge.ts'
import type { Proven, Rejection } from '../../contract/desktop/desktop-channels.ts'
import { ProblemFailure, type ApiProblem } from '../api/problem.ts'
import { getErrorCode, IdentityFailure } from './identity-error.ts'
import type { IdentityService, Person } from './identity.ts'

/**
 * Creates a console's identity service. The main process calls the service and stores the
 * credentials.
 */
export function createDesktopIdentity({ identity }: Pick<DesktopBridge, 'identity'>): IdentityService {
  /** The user whose proof the main process holds, as far as this page knows. */
  let provenUser: Person | null = null

  async function prove(call: Promise<Proven>): Promise<Person> {
    provenUser = null
    const { person } = await settle(call)
    return (provenUser = person)
  }

  async function release(): Promise<void> {
    provenUser = null
    await identity.forget()
  }

  return {
    signInWithPassword: (email, password) => prove(identity.signInWithPassword({ email, password })),
    signInWithGoogle: () => prove(identity.signInWithGoogle()),
    prepareGoogle: async () => undefined,
    createAccount: async (email, password) =>
      void (await settle(identity.createAccount({ email, password }))),
    setProfile: (profile) => prove(identity.setProfile(profile)),
    saveUser: async (record) => void (await settle(identity.saveUser(record))),

    knows: async (uid) => provenUser?.uid === uid,
    mailVerification: async () => void (await settle(identity.mailVerification())),
    refreshEmail: async () => (await settle(identity.refreshEmail())).me,
    deleteAccount: async () => void (await settle(identity.deleteAccount())),

    async mailPassword(email) {
      try {
        await settle(identity.mailPassword(email))
      } catch (error) {
        if (getErrorCode(error) !== 'auth/user-not-found') throw error
      }
    },
    changePassword: async (email, current, next) =>
      void (await settle(identity.changePassword({ email, current, next }))),

    release,
    signOut: release,
  }
}

async function settle<T extends { ok: true }>(call: Promise<T | Rejection>): Promise<T> {
  const result = await call.catch(() => rejectedCall)
  if (result.ok) return result
  const { code, message } = result.problem
  throw code.startsWith('auth/')
    ? new IdentityFailure(code, message)
    : new ProblemFailure(result.problem as ApiProblem)
}

/** The result if the main process rejected the call itself, for a reason that it has logged. */
const rejectedCall: Rejection = {
  ok: false,
  problem: { code: 'unknown', status: 0, message: 'We couldn’t sign you in. Try again.' },
}
