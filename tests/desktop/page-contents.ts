import type { Page } from '@playwright/test'

/** Returns everything that a page has stored, as one string. */
export function readStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const contents: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const openRequest = indexedDB.open(name)
        openRequest.addEventListener('success', () => resolve(openRequest.result))
        openRequest.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        contents.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.addEventListener('success', () => resolve(reading.result))
          }),
        )
      }
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) contents.push(await (await cache.match(request))?.text())
    }
    return JSON.stringify(contents)
  })
}

/**
 * Returns a Chromium heap snapshot of everything that the page's scripts hold after a garbage collection. A
 * snapshot truncates long strings.
 */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { exposeInternals: true, reportProgress: false })
  await session.detach()
  return parts.join('')
}

/** Maximum length of a string in a snapshot, in characters. */
const MAX_STRING_LENGTH = 1_000
const PIECE = 40

/**
 * Reports whether a string contains a secret or a long part of it. A token's header is ignored, because all
 * tokens share it.
 */
export function containsSecret(text: string, secret: string): boolean {
  const visiblePart = secret.replace(/^eyJ[\w-]+\./, '').slice(0, MAX_STRING_LENGTH)
  if (visiblePart.length <= PIECE) return text.includes(visiblePart)
  for (let index = 0; index + PIECE <= visiblePart.length; index += PIECE) {
    if (text.includes(visiblePart.slice(index, index + PIECE))) return true
  }
  return false
}
