import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let page: EventTarget
/** True once the code that waits for the end of a press has continued. */
let wentOn: boolean

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  wentOn = false
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function waitForPress(...before: Event[]) {
  const { waitForPressEnd, watchPresses } = await import('../../src-renderer/api/press-tracker.ts')
  watchPresses()
  before.forEach((event) => page.dispatchEvent(event))
  void waitForPressEnd().then(() => (wentOn = true))
  await vi.advanceTimersByTimeAsync(0)
}

const pressed = () => new Event('pointerdown')
const moved = (buttons: number) => Object.assign(new Event('pointermove'), { buttons })

it('the wait ends immediately if nothing is pressed', async () => {
  await waitForPress()
  expect(wentOn).toBe(true)
})

it.each(['pointerup', 'pointercancel'])('the wait lasts until the click after %s', async (name) => {
  await waitForPress(pressed())
  await vi.advanceTimersByTimeAsync(1_000)
  page.dispatchEvent(new Event(name))
  await vi.advanceTimersByTimeAsync(40)
  expect(wentOn).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(wentOn).toBe(true)
})

it('the wait includes a second press that began in the meantime', async () => {
  await waitForPress(pressed(), new Event('pointerup'), pressed())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(wentOn).toBe(false)
})

it('the wait treats a pointer move without a pressed button as a missed release', async () => {
  await waitForPress(pressed())
  page.dispatchEvent(moved(1))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(wentOn).toBe(false)
  page.dispatchEvent(moved(0))
  await vi.advanceTimersByTimeAsync(0)
  expect(wentOn).toBe(true)
})

it('the wait ends after five seconds at most', async () => {
  await waitForPress(pressed())
  await vi.advanceTimersByTimeAsync(4_999)
  expect(wentOn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(wentOn).toBe(true)
})
