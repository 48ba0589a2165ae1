import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { electTabLeader } from '../../src-renderer/api/live/tab-leader.ts'

// Node provides the same locks and channels as browsers. Each `openTab` represents a tab.
let page: EventTarget & { hidden: boolean }
const tabs: { close(): void }[] = []
let name = 0

beforeEach(() => {
  name += 1
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  tabs.splice(0).forEach((tab) => tab.close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openTab() {
  const abort = new AbortController()
  const tab = { turns: 0, isLeading: false, received: [] as string[], close: () => abort.abort() }
  const post = electTabLeader<string>({
    name: `test ${name}`,
    signal: abort.signal,
    lead: (signal) =>
      new Promise((resolve) => {
        tab.turns += 1
        tab.isLeading = true
        signal.addEventListener('abort', () => {
          tab.isLeading = false
          resolve()
        })
      }),
    onMessage: (message) => tab.received.push(message),
  })
  tabs.push(tab)
  return Object.assign(tab, { post })
}

const leaders = (...open: { isLeading: boolean }[]) => open.map((tab) => tab.isLeading)

describe('tabs that share work', () => {
  it('have one leader, and a new leader when its tab is closed', async () => {
    const [firstTab, secondTab, thirdTab] = [openTab(), openTab(), openTab()]
    await expect.poll(() => leaders(firstTab, secondTab, thirdTab)).toEqual([true, false, false])
    firstTab.close()
    await expect.poll(() => leaders(firstTab, secondTab, thirdTab)).toEqual([false, true, false])
    secondTab.close()
    thirdTab.close()
    await expect.poll(() => leaders(firstTab, secondTab, thirdTab)).toEqual([false, false, false])
  })

  it('receive messages from the other tabs, but not their own', async () => {
    const [firstTab, secondTab, thirdTab] = [openTab(), openTab(), openTab()]
    firstTab.post('hello')
    await expect
      .poll(() => [firstTab.received, secondTab.received, thirdTab.received])
      .toEqual([[], ['hello'], ['hello']])
  })

  it('replace a suspended leader once they become visible', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const [firstTab, secondTab] = [openTab(), openTab()]
    await expect.poll(() => leaders(firstTab, secondTab)).toEqual([true, false])
    page.hidden = true
    await vi.advanceTimersByTimeAsync(200_000)
    expect(leaders(firstTab, secondTab)).toEqual([true, false])
    page.hidden = false
    await vi.advanceTimersByTimeAsync(15_000)
    await expect.poll(() => leaders(firstTab, secondTab)).toEqual([false, true])
    // The suspended tab becomes the leader again once the other leader closes.
    secondTab.close()
    await expect.poll(() => leaders(firstTab, secondTab)).toEqual([true, false])
  })

  it('do not replace a leader that posts occasionally', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const [firstTab, secondTab] = [openTab(), openTab()]
    await expect.poll(() => leaders(firstTab, secondTab)).toEqual([true, false])
    for (let n = 1; n <= 10; n++) {
      await vi.advanceTimersByTimeAsync(25_000)
      firstTab.post('alive')
      await expect.poll(() => secondTab.received).toHaveLength(n)
    }
    expect(leaders(firstTab, secondTab)).toEqual([true, false])
  })

  it('work independently while visible if there are no locks', async () => {
    vi.stubGlobal('navigator', {})
    const [firstTab, secondTab] = [openTab(), openTab()]
    expect(leaders(firstTab, secondTab)).toEqual([true, true])
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    expect(leaders(firstTab, secondTab)).toEqual([false, false])
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    expect(leaders(firstTab, secondTab)).toEqual([true, true])
    firstTab.close()
    expect(leaders(firstTab, secondTab)).toEqual([false, true])
  })
})
