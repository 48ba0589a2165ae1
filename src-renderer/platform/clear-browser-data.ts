import { CLEAR_DATA } from './clear-data-event.ts'

/** Chosen for the device, not for the account. */
const OF_THE_DEVICE = ['kerblight.theme']
const DELETION_MS = 1000

/** Removes what this browser keeps of whoever used the product here: drafts, lists, places on pages, the identity's. */
export async function clearBrowserData(): Promise<void> {
  dispatchEvent(new Event(CLEAR_DATA))
  await Promise.allSettled([clearStorages(), clearDatabases(), clearCaches()])
}

/** Blocked storage throws, and keeps nothing. */
async function clearStorages(): Promise<void> {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key)
}

async function clearDatabases(): Promise<void> {
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name ? [deleteDatabase(name)] : [])))
}

/**
 * What is held open goes once the page does: the identity library's count of days of use, which names nobody. Behind
 * another deletion that waits for that, nothing is said.
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
