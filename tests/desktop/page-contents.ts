import type { Page } from '@playwright/test'

/** All that a page can keep, as text. */
export function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(new Error(name)))
      })
      for (const store of database.objectStoreNames) {
        kept.push(
          await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll()
            reading.addEventListener('success', () => resolve(reading.result))
          }),
        )
      }
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) kept.push(await (await cache.match(request))?.text())
    }
    return JSON.stringify(kept)
  })
}

/** All that its scripts hold after a collection, as Chromium writes it down. Of long strings it tells the beginning. */
export async function readHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { exposeInternals: true, reportProgress: false })
  await session.detach()
  return parts.join('')
}

/** A snapshot tells about so much of a string. */
const TOLD = 1_000
const PIECE = 40

/**
 * Whether a text holds a secret, or a longer part of one. A token's head is the same in all of them, and tells nothing.
 */
export function holds(text: string, secret: string): boolean {
  const told = secret.replace(/^eyJ[\w-]+\./, '').slice(0, TOLD)
  if (told.length <= PIECE) return text.includes(told)
  for (let at = 0; at + PIECE <= told.length; at += PIECE) {
    if (text.includes(told.slice(at, at + PIECE))) return true
  }
  return false
}
