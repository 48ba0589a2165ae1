import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  signInWithPopup,
} from 'firebase/auth'

/**
 * A minimal page that signs in as the product does, with the real SDK and a popup. It shows the results as
 * text.
 */
const identityUrl = document.body.dataset.identityUrl ?? ''
const app = initializeApp({ apiKey: 'any', projectId: 'demo-kerblight', authDomain: 'demo-kerblight.test' })
const auth = initializeAuth(app, {
  persistence: browserLocalPersistence,
  popupRedirectResolver: browserPopupRedirectResolver,
})
connectAuthEmulator(auth, identityUrl, { disableWarnings: true })

document.querySelector('button')?.addEventListener('click', () => {
  void signIn()
})

async function signIn(): Promise<void> {
  try {
    const { user } = await signInWithPopup(auth, new GoogleAuthProvider())
    show({ uid: user.uid, email: user.email, name: user.displayName, verified: user.emailVerified })
  } catch (error) {
    show({ error: String((error as { code?: string }).code ?? error) })
  }
}

function show(result: unknown): void {
  const output = document.querySelector('output')
  if (output) output.textContent = JSON.stringify(result)
}
