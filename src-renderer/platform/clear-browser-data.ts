/** Chosen for the device, not for the account. */
const OF_THE_DEVICE = ['kerblight.theme']

/** Removes what this browser keeps of whoever used the product here: drafts, lists, places on pages, the identity's. */
export async function clearBrowserData(): Promise<void> {
  await Promise.allSettled([clearStorages(), clearDatabases(), clearCaches()])
}

/** Blocked storage throws, and keeps nothing. */
async function clearStorages(): Promise<void> {
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (!OF_THE_DEVICE.includes(key)) localStorage.removeItem(key)
}

/** The identity library holds its count of days of use open while the page is; it names nobody. */
async function clearDatabases(): Promise<void> {
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
}

async function clearCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
}
