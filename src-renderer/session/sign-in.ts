import { strings } from '../../contract/strings.ts'
import { loadConfig } from '../api/config.ts'
import { uploadImage } from '../api/upload-image.ts'
import { platform } from '../platform/current.ts'
import type { IdentityService, Person } from '../platform/identity.ts'
import { identityMessage } from '../platform/identity-error.ts'
import { toast, type ToastOptions } from '../ui/overlays/toast.ts'
import { startCoolDown } from '../ui/use-cool-down.ts'
import type { AppThunk } from './store.ts'
import { openSession } from './session.ts'
import { verificationWait } from './verify-email.ts'

const KEY = 'kerblight.registration'

/**
 * Between the account and the user record a registration can break off: the browser is closed, the line goes. What
 * was chosen is kept here until the next sign-in can finish it.
 */
const halfRegistration = {
  read(email: string): HalfRegistration | null {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as HalfRegistration | null
      return stored?.email === email ? stored : null
    } catch {
      return null
    }
  },

  write(registration: HalfRegistration): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(registration))
    } catch {
      // Blocked: a registration that breaks off ends as a buyer's, with the name the identity service has.
    }
  },

  clear(): void {
    try {
      localStorage.removeItem(KEY)
    } catch {
      // Nothing was stored.
    }
  },
}

/** A picture that no account claims within ten minutes goes. */
const UNCLAIMED_SECONDS = 600

export interface Registration {
  fullName: string
  email: string
  password: string
  account: 'buyer' | 'seller'
  image: File
}

export interface RegisterOptions {
  onProgress?: (fraction: number) => void
  /** What the newcomer may want to do at once: the toast offers it. */
  next?: ToastOptions['action'] | undefined
}

/** Signs in and says how it went in a toast. @returns whether it went well */
export function signIn(email: string, password: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    try {
      const identity = await platform.identity()
      await finishRegistration(identity, await identity.signInWithPassword(email, password))
      await dispatch(openSession())
      toast.success(strings.login.success, welcome(getState().session.me?.fullName))
      return true
    } catch (error) {
      toast.error(identityMessage(error))
      return false
    }
  }
}

/** The same through Google's window. The user record is saved each time; a repeat changes nothing. */
export function signInByGoogle(): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const identity = await platform.identity()
      const { fullName, email } = await identity.signInWithGoogle()
      await identity.saveUser({ fullName, email, account: 'buyer' })
      await dispatch(openSession())
      toast.success(strings.login.googleSuccess, welcome(fullName))
      return true
    } catch (error) {
      toast.error(identityMessage(error), { place: 'top' })
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
  { onProgress, next }: RegisterOptions = {},
): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    try {
      const { images } = await loadConfig()
      const photoURL = await uploadImage(image, images, { expiration: UNCLAIMED_SECONDS, onProgress })
      const identity = await platform.identity()
      await identity.createAccount(email, password)
      halfRegistration.write({ email, fullName, account, photoURL })
      const person = await identity.setProfile({ fullName, photoURL })
      await identity.saveUser({ fullName, email: person.email, account })
      halfRegistration.clear()
      toast.success(strings.register.success, { ...welcome(fullName), ...(next && { action: next }) })
      // Asked for ahead of the session, with which a console forgets what it takes.
      const isMailed = identity.mailVerification().then(
        () => true,
        () => false,
      )
      await dispatch(openSession())
      void announceVerification(person, isMailed)
      return true
    } catch (error) {
      toast.error(identityMessage(error))
      return false
    }
  }
}

/** Nobody waits for it: where it fails, other pages offer it again. */
async function announceVerification({ uid, email }: Person, isMailed: Promise<boolean>): Promise<void> {
  if (!(await isMailed)) return
  startCoolDown(verificationWait(uid))
  toast.info('Confirm your email address', { detail: `We’ve sent a link to ${email}.` })
}

/** Fetches the identity service's code ahead of the click: a browser blocks a window that opens long after it. */
export async function prepareGoogle(): Promise<void> {
  const identity = await platform.identity()
  await identity.prepareGoogle()
}

/** Does what a registration that broke off left undone; without one, nothing. */
async function finishRegistration(identity: IdentityService, { email }: Person): Promise<void> {
  const half = halfRegistration.read(email)
  if (!half) return
  const { fullName, photoURL, account } = half
  await identity.setProfile({ fullName, photoURL })
  await identity.saveUser({ fullName, email, account })
  halfRegistration.clear()
}

/** The friendlier line below the spec's words. */
function welcome(fullName = ''): ToastOptions {
  const [firstName] = fullName.trim().split(/\s+/)
  return firstName ? { detail: `Welcome, ${firstName}.` } : {}
}

/** What a registration still has to say of an account that the identity service has made already. */
interface HalfRegistration {
  email: string
  fullName: string
  account: 'buyer' | 'seller'
  photoURL: string
}
