import { clearBrowserData } from '../platform/clear-browser-data.ts'
import { platform } from '../platform/current.ts'

const tabs = new BroadcastChannel('kerblight.forgotten')

/**
 * Deletes the browser data of a deleted account, in all tabs. Call it after the session has ended.
 */
export async function clearAccountData(): Promise<void> {
  await signOutOfIdentity().catch(() => undefined)
  await clearBrowserData()
  // By now, the other tabs have seen the session end and no longer hold any typed input.
  tabs.postMessage(null)
}

/** Deletes this tab's data when another tab reports that the account was deleted. */
export function followAccountDeletion(): void {
  tabs.addEventListener('message', () => void clearBrowserData())
}

async function signOutOfIdentity(): Promise<void> {
  const identity = await platform.identity()
  await identity.signOut()
}
