import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const now = Date.parse('2026-03-01T12:00:00.400Z')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now })
})
afterEach(() => vi.useRealTimers())

describe('the server’s clock', () => {
  it('is the local clock until a response arrives, and if both agree', async () => {
    const { recordServerTime, getServerTime } = await load()
    expect(getServerTime()).toBe(now)
    recordServerTime(new Headers({ date: 'Sun, 01 Mar 2026 12:00:00 GMT' }))
    recordServerTime(new Headers())
    expect(getServerTime()).toBe(now)
  })

  it('continues from a response’s time, regardless of the local clock', async () => {
    const { recordServerTime, getServerTime } = await load()
    recordServerTime(new Headers({ date: 'Mon, 02 Mar 2026 00:00:05 GMT' }))
    expect(new Date(getServerTime()).toISOString()).toBe('2026-03-02T00:00:05.000Z')
    vi.advanceTimersByTime(1500)
    expect(new Date(getServerTime()).toISOString()).toBe('2026-03-02T00:00:06.500Z')
  })

  it('does not jump back and forth with whole seconds and slow responses', async () => {
    const { recordServerTime, getServerTime } = await load()
    recordServerTime(new Headers({ date: 'Mon, 02 Mar 2026 00:00:05 GMT' }))
    const before = getServerTime()
    recordServerTime(new Headers({ date: 'Mon, 02 Mar 2026 00:00:04 GMT' }))
    expect(getServerTime()).toBe(before)
  })
})

function load() {
  return import('../../src-renderer/api/server-clock.ts')
}
