import { clearBrowserData } from '../platform/clear-browser-data.ts'
import { platform } from '../platform/current.ts'

const tabs = new BroadcastChannel('kerblight.forgotten')

/** An account is no more, and its session has ended: what the browser keeps of it goes, here and in the other tabs. */
export async function clearAccountData(): Promise<void> {
  await signOutOfIdentity().catch(() => undefined)
  await clearBrowserData()
  // They have seen the session end meanwhile, so that nothing is typed in them anymore.
  tabs.postMessage(null)
}

/** Another tab has learned that the account is no more. */
export function followAccountDeletion(): void {
  tabs.addEventListener('message', () => void clearBrowserData())
}

async function signOutOfIdentity(): Promise<void> {
  const identity = await platform.identity()
  await identity.signOut()
}
