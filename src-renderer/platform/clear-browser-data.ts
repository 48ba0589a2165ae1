import { CLEAR_DATA } from './clear-data-event.ts'

/** Storage keys that belong to the device and not to the account, and so are not deleted. */
const DEVICE_KEYS = ['kerblight.theme']
const DELETION_MS = 1000

/**
 * Deletes the user's data in this browser: drafts, lists, scroll positions, and the identity
 * service's data.
 */
export async function clearBrowserData(): Promise<void> {
  dispatchEvent(new Event(CLEAR_DATA))
  await Promise.allSettled([clearStorages(), clearDatabases(), clearCaches()])
}

/** Clears both storages. Blocked storage throws, but then there is nothing to clear. */
async function clearStorages(): Promise<void> {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (!DEVICE_KEYS.includes(key)) localStorage.removeItem(key)
}

async function clearDatabases(): Promise<void> {
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name ? [deleteDatabase(name)] : [])))
}

/**
 * Deletes a database. The identity library keeps one open: its usage counter, which identifies no
 * user and is deleted when the page closes. A deletion queued behind another one fires no event,
 * hence the timeout.
 */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const deletion = indexedDB.deleteDatabase(name)
    for (const end of ['success', 'error', 'blocked']) deletion.addEventListener(end, () => resolve())
    setTimeout(resolve, DELETION_MS)
  })
}

async function clearCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
}
