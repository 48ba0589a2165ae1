import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedKind } from '../../contract/feed-names.ts'
import type { Feed } from '../../contract/feeds.ts'
import type { CarImport } from '../../contract/imports.ts'
import { apiPath } from '../../contract/api/paths.ts'

/** The API calls of a dealer who imports spreadsheets and adds feeds. */
export interface DealerCalls {
  /** Uploads a spreadsheet, and returns the import's ID once the spreadsheet has been read. */
  read(file: string): Promise<string>
  apply(id: string): Promise<void>
  /** Adds a feed, and returns its path. */
  addFeed(kind: FeedKind): Promise<string>
}

const ASKED_EVERY_MS = 200

export function dealerCalls(server: string, token: string): DealerCalls {
  const authorization = `Bearer ${token}`

  async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(server + path, { ...init, headers: { authorization, ...init.headers } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  function post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async function waitForState(id: string, expectedState: CarImport['state']): Promise<void> {
    for (;;) {
      const { state, counts, message } = await ask<CarImport>(apiPath('getImport', { id }))
      if (state === 'failed') throw new Error(message)
      if (state === expectedState && counts.error > 0) throw new Error(`${counts.error} rows are invalid`)
      if (state === expectedState) return
      await sleep(ASKED_EVERY_MS)
    }
  }

  return {
    async read(file) {
      const body = new FormData()
      body.set('file', new Blob([file]), 'cars.csv')
      const { _id: id } = await ask<{ _id: string }>(apiPath('addImport'), { method: 'POST', body })
      await waitForState(id, 'ready')
      return id
    },
    async apply(id) {
      await post(apiPath('applyImport', { id }), {})
      await waitForState(id, 'applied')
    },
    async addFeed(kind) {
      const { url } = await post<Feed>(apiPath('addFeed'), { kind })
      return new URL(url).pathname
    },
  }
}

/** Reads a response as a stream and discards it. */
export async function drain(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  await response.body!.pipeTo(new WritableStream())
}
