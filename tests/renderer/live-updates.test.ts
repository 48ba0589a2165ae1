import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent, LiveNotice } from '../../contract/events.ts'
import { tagTypes } from '../../contract/api/tags.ts'
import { recordCachedResponse } from '../../src-renderer/api/cached-responses.ts'
import { onLiveNotice } from '../../src-renderer/api/live/live-status.ts'
import { startLiveUpdates } from '../../src-renderer/api/live/live-updates.ts'

/** One function per open stream, which sends an event to it. */
let streams: ((event: LiveEvent) => void)[]
let isComplete: boolean
const stops: (() => void)[] = []
let user = 0

beforeEach(() => {
  user += 1
  streams = []
  isComplete = true
  vi.stubGlobal('localStorage', { getItem: () => 'token', setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (event: LiveEvent) =>
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
        send({ type: 'open', isComplete })
        streams.push(send)
        signal!.addEventListener('abort', () => controller.error(signal!.reason))
      },
    })
    return new Response(body)
  })
})
afterEach(() => {
  stops.splice(0).forEach((stop) => stop())
  vi.unstubAllGlobals()
})

function openTab(since = Date.now()) {
  const abort = new AbortController()
  const changedTags: string[] = []
  stops.push(() => abort.abort())
  startLiveUpdates({
    userId: `user-${user}`,
    since,
    signal: abort.signal,
    onChanged: (tags) => changedTags.push(...tags),
  })
  return { changedTags, close: () => abort.abort() }
}

const changed = (...tags: (typeof tagTypes)[number][]): LiveEvent => ({ type: 'changed', tags, notices: [] })

describe('live updates', () => {
  it('reach every tab through the single stream of the first tab', async () => {
    const [firstTab, secondTab] = [openTab(), openTab()]
    await expect.poll(() => streams).toHaveLength(1)
    streams[0]!(changed('Car', 'Category'))
    await expect
      .poll(() => [firstTab.changedTags, secondTab.changedTags])
      .toEqual([
        ['Car', 'Category'],
        ['Car', 'Category'],
      ])
    expect(streams).toHaveLength(1)
  })

  it('send a joining tab the changes that it missed, without repeating them to others', async () => {
    const openedAt = Date.now()
    const firstTab = openTab()
    await expect.poll(() => streams).toHaveLength(1)
    streams[0]!(changed('Sale'))
    await expect.poll(() => firstTab.changedTags).toEqual(['Sale'])
    const late = openTab(openedAt)
    await expect.poll(() => late.changedTags).toEqual(['Sale'])
    const laterTab = openTab(Date.now() + 1000)
    streams[0]!(changed('Report'))
    await expect
      .poll(() => [firstTab.changedTags, laterTab.changedTags])
      .toEqual([['Sale', 'Report'], ['Report']])
  })

  it('mark everything stale if the server cannot list the missed changes', async () => {
    isComplete = false
    const firstTab = openTab()
    await expect.poll(() => firstTab.changedTags).toEqual([...tagTypes])
  })

  it('mark everything stale once if cached data was shown', async () => {
    recordCachedResponse(0)
    const firstTab = openTab()
    await expect.poll(() => firstTab.changedTags).toEqual([...tagTypes])
    streams[0]!(changed('Sale'))
    await expect.poll(() => firstTab.changedTags).toEqual([...tagTypes, 'Sale'])
  })

  it('continue in another tab when the leading tab is closed', async () => {
    const [firstTab, secondTab] = [openTab(), openTab()]
    await expect.poll(() => streams).toHaveLength(1)
    firstTab.close()
    await expect.poll(() => streams).toHaveLength(2)
    streams[1]!(changed('Message'))
    await expect.poll(() => secondTab.changedTags).toEqual(['Message'])
    expect(firstTab.changedTags).toEqual([])
  })

  it('deliver a notification once, even if the server repeats it after a reconnect', async () => {
    const received: LiveNotice[] = []
    const stop = onLiveNotice((notice) => received.push(notice))
    const firstTab = openTab()
    await expect.poll(() => streams).toHaveLength(1)
    const notices: LiveNotice[] = [{ kind: 'report', id: 'r1' }]
    streams[0]!({ type: 'changed', tags: ['Report'], notices })
    streams[0]!({ type: 'changed', tags: ['Report'], notices })
    streams[0]!({ type: 'changed', tags: [], notices: [{ kind: 'sale', id: 'r1' }] })
    await expect
      .poll(() => received)
      .toEqual([
        { kind: 'report', id: 'r1' },
        { kind: 'sale', id: 'r1' },
      ])
    expect(firstTab.changedTags).toEqual(['Report', 'Report'])
    stop()
  })
})
