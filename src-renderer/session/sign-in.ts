import { strings } from '../../contract/strings.ts'
import { loadConfig } from '../api/config.ts'
import { uploadImage } from '../api/upload-image.ts'
import { platform } from '../platform/current.ts'
import type { IdentityService, Person } from '../platform/identity.ts'
import { getIdentityMessage } from '../platform/identity-error.ts'
import { toast, type ToastOptions } from '../ui/overlays/toast.ts'
import { startCoolDown } from '../ui/use-cool-down.ts'
import type { AppThunk } from './store.ts'
import { openSession } from './session.ts'
import { getVerificationWaitName } from './verify-email.ts'

const KEY = 'kerblight.registration'

/**
 * Stores the input of an incomplete registration. A registration can break off after the account is
 * created but before the user record is saved. The next sign-in then completes it.
 */
const interruptedRegistration = {
  read(email: string): InterruptedRegistration | null {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as InterruptedRegistration | null
      return stored?.email === email ? stored : null
    } catch {
      return null
    }
  },

  write(registration: InterruptedRegistration): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(registration))
    } catch {
      // Storage is blocked, so an interrupted registration becomes a buyer account with the name
      // from the identity service.
    }
  },

  clear(): void {
    try {
      localStorage.removeItem(KEY)
    } catch {}
  },
}

/** Time in seconds until an uploaded photo that no account uses is deleted. */
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
  /** The action that the toast offers to the new user. */
  next?: ToastOptions['action'] | undefined
}

/**
 * Signs in and reports the result in a toast.
 * @returns true if it succeeded
 */
export function signIn(email: string, password: string): AppThunk<Promise<boolean>> {
  return async (dispatch, getState) => {
    try {
      const identity = await platform.identity()
      await finishRegistration(identity, await identity.signInWithPassword(email, password))
      await dispatch(openSession())
      toast.success(strings.login.success, welcome(getState().session.me?.fullName))
      return true
    } catch (error) {
      toast.error(getIdentityMessage(error))
      return false
    }
  }
}

/**
 * Signs in through the Google window. The user record is saved at each sign-in; saving it again
 * changes nothing.
 */
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
      toast.error(getIdentityMessage(error), { place: 'top' })
      return false
    }
  }
}

/**
 * Registers in the order that the product specification requires: photo, account, name and photo
 * URL, user record, toast, session. A retry resumes an account that an interrupted attempt created.
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
      interruptedRegistration.write({ email, fullName, account, photoURL })
      const person = await identity.setProfile({ fullName, photoURL })
      await identity.saveUser({ fullName, email: person.email, account })
      interruptedRegistration.clear()
      toast.success(strings.register.success, { ...welcome(fullName), ...(next && { action: next }) })
      // The email is requested before the session opens. Once it is open, a console deletes the
      // credentials that the request needs.
      const isMailed = identity.mailVerification().then(
        () => true,
        () => false,
      )
      await dispatch(openSession())
      void announceVerification(person, isMailed)
      return true
    } catch (error) {
      toast.error(getIdentityMessage(error))
      return false
    }
  }
}

/**
 * Reports that the verification email was sent. Registration does not wait for this. If sending
 * fails, other pages offer to resend it.
 */
async function announceVerification({ uid, email }: Person, isMailed: Promise<boolean>): Promise<void> {
  if (!(await isMailed)) return
  startCoolDown(getVerificationWaitName(uid))
  toast.info('Confirm your email address', { detail: `We’ve sent a link to ${email}.` })
}

/**
 * Loads the identity service's code before the click. A browser blocks a window that opens too long
 * after it.
 */
export async function prepareGoogle(): Promise<void> {
  const identity = await platform.identity()
  await identity.prepareGoogle()
}

/** Completes an interrupted registration, if any. */
async function finishRegistration(identity: IdentityService, { email }: Person): Promise<void> {
  const interrupted = interruptedRegistration.read(email)
  if (!interrupted) return
  const { fullName, photoURL, account } = interrupted
  await identity.setProfile({ fullName, photoURL })
  await identity.saveUser({ fullName, email, account })
  interruptedRegistration.clear()
}

/** Returns the friendlier second line below the product specification's wording. */
function welcome(fullName = ''): ToastOptions {
  const [firstName] = fullName.trim().split(/\s+/)
  return firstName ? { detail: `Welcome, ${firstName}.` } : {}
}

/** Input of an interrupted registration that must still be saved to the existing account. */
interface InterruptedRegistration {
  email: string
  fullName: string
  account: 'buyer' | 'seller'
  photoURL: string
}
