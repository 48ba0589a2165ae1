import type { EndpointInput } from '../../../contract/endpoint.ts'
import { strings } from '../../../contract/strings.ts'
import { loadConfig } from '../../api/config.ts'
import { isApiProblem, ProblemFailure } from '../../api/problem.ts'
import { uploadImage } from '../../api/upload-image.ts'
import type { Identity } from '../../platform/firebase.ts'
import { identityMessage } from '../../platform/identity-error.ts'
import { toast } from '../../ui/toast.ts'
import type { AppThunk } from '../store.ts'
import { halfRegistration } from './half-registration.ts'
import { openSession } from './session.ts'
import { mailVerification } from './verify-email.ts'
import { sessionApi } from './session.api.ts'

/** A picture that no account claims within ten minutes goes. */
const UNCLAIMED_SECONDS = 600

export interface Registration {
  fullName: string
  email: string
  password: string
  account: 'buyer' | 'seller'
  image: File
}

/** Signs in and says how it went in a toast. @returns whether it went well */
export function signIn(email: string, password: string): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const { signInWithPassword } = await identityService()
      const identity = await signInWithPassword(email, password)
      await dispatch(openSession(await dispatch(finishRegistration(identity))))
      toast.success(strings.login.success)
      return true
    } catch (error) {
      toast.error(messageOf(error))
      return false
    }
  }
}

/** The same through Google's window. The user record is saved each time; a repeat changes nothing. */
export function signInByGoogle(): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const { signInWithGoogle } = await identityService()
      const identity = await signInWithGoogle()
      await dispatch(
        saveUser(identity, { fullName: identity.fullName, email: identity.email, account: 'buyer' }),
      )
      await dispatch(openSession(identity))
      toast.success(strings.login.googleSuccess)
      return true
    } catch (error) {
      toast.error(messageOf(error), { place: 'top' })
      return false
    }
  }
}

/**
 * The spec's order: picture, account, name and photo, user record, toast; then the session. What was done by a try
 * that stopped half-way is not done twice.
 */
export function register(
  { image, email, password, fullName, account }: Registration,
  onProgress?: (fraction: number) => void,
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const { images } = await loadConfig()
      const photoURL = await uploadImage(image, images, { expiration: UNCLAIMED_SECONDS, onProgress })
      const { createAccount, setProfile } = await identityService()
      await createAccount(email, password)
      halfRegistration.write({ email, fullName, account, photoURL })
      const identity = await setProfile({ fullName, photoURL })
      await dispatch(saveUser(identity, { fullName, email: identity.email, account }))
      halfRegistration.clear()
      toast.success(strings.register.success)
      await dispatch(openSession(identity))
      void dispatch(announceVerification(identity.email))
      return true
    } catch (error) {
      toast.error(messageOf(error))
      return false
    }
  }
}

/** Nobody waits for it: where it fails, other pages offer it again. */
function announceVerification(email: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const isSent = await dispatch(mailVerification()).catch(() => false)
    if (isSent) toast.info('Confirm your email address', { detail: `We’ve sent a link to ${email}.` })
  }
}

/** Fetches the identity service's code ahead of the click: a browser blocks a window that opens long after it. */
export async function prepareGoogle(): Promise<void> {
  const service = await identityService()
  await service.prepareGoogle()
}

/** Does what a registration that broke off left undone; without one, nothing. */
function finishRegistration(identity: Identity): AppThunk<Promise<Identity>> {
  return async (dispatch) => {
    const half = halfRegistration.read(identity.email)
    if (!half) return identity
    const { setProfile } = await identityService()
    const { fullName, photoURL, account } = half
    const complete = await setProfile({ fullName, photoURL })
    await dispatch(saveUser(complete, { fullName, email: complete.email, account }))
    halfRegistration.clear()
    return complete
  }
}

/** With the ID token, since there is no session yet. */
function saveUser({ idToken }: Identity, body: EndpointInput<'saveUser'>['body']): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const headers = { authorization: `Bearer ${idToken}` }
    await dispatch(sessionApi.endpoints.saveUser.initiate({ body, headers })).unwrap()
  }
}

function identityService() {
  return import('../../platform/firebase.ts')
}

function messageOf(error: unknown): string {
  return error instanceof ProblemFailure || isApiProblem(error) ? error.message : identityMessage(error)
}
