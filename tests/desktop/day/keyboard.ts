import type { Locator, Page } from '@playwright/test'
import { apiPath } from '../../../contract/api/paths.ts'

/** A job's cost for the user, with times in milliseconds. */
export interface Cost {
  ms: number
  /** The longest time from a key press to its expected effect. */
  waitMs: number
  /** Number of API calls that the window made, without the event streams. */
  calls: number
  slowestCallMs: number
  keys: number
}

/** A user with only a keyboard and a screen, without a mouse. */
export interface Keyboard {
  press: (key: string, times?: number) => Promise<void>
  type: (text: string) => Promise<void>
  see: (what: Locator) => Promise<void>
  waitUntilHidden: (what: Locator) => Promise<void>
  /** Presses a key, Tab by default, until the element has the focus. */
  reach: (what: Locator, key?: string) => Promise<void>
  /** Presses a key until the element exists. */
  pressUntil: (key: string, what: Locator) => Promise<void>
  count: (work: () => Promise<void>) => Promise<Cost>
  /** Runs `work` without counting its time, for example to take a screenshot. */
  aside: (work: () => Promise<void>) => Promise<void>
}

/** Maximum number of presses of one key, more than any element should require. */
const MAX_PRESSES = 60

export function createKeyboard(page: Page): Keyboard {
  let cost: Cost = nothing()
  let pressedAt = performance.now()
  let asideMs = 0
  const note = (ms: number) => (cost.waitMs = Math.max(cost.waitMs, ms))
  watchCalls(page, () => cost)

  async function press(key: string, times = 1) {
    for (let time = 0; time < times; time++) {
      cost.keys++
      pressedAt = performance.now()
      await page.keyboard.press(key)
    }
  }

  async function type(text: string) {
    cost.keys += text.length
    await page.keyboard.type(text)
    pressedAt = performance.now()
  }

  async function wait(element: Locator, state: 'visible' | 'hidden') {
    await element.first().waitFor({ state })
    note(performance.now() - pressedAt)
  }

  async function pressUntil(key: string, element: Locator) {
    for (let time = 0; time < MAX_PRESSES; time++) {
      if ((await element.count()) > 0) return
      await press(key)
      await page.evaluate(nextFrame)
    }
    throw new Error(`${MAX_PRESSES} times ${key} don’t lead to ${String(element)}`)
  }

  async function count(work: () => Promise<void>) {
    cost = nothing()
    asideMs = 0
    const started = performance.now()
    pressedAt = started
    await work()
    return { ...cost, ms: performance.now() - started - asideMs }
  }

  async function workUntimed(work: () => Promise<void>) {
    const started = performance.now()
    await work()
    asideMs += performance.now() - started
    pressedAt += performance.now() - started
  }

  return {
    press,
    type,
    see: (element) => wait(element, 'visible'),
    waitUntilHidden: (element) => wait(element, 'hidden'),
    reach: (element, key = 'Tab') => pressUntil(key, element.and(page.locator(':focus'))),
    pressUntil,
    count,
    aside: workUntimed,
  }
}

const nothing = (): Cost => ({ ms: 0, waitMs: 0, calls: 0, slowestCallMs: 0, keys: 0 })

/** Runs in the page. Resolves once the result of a key press has been painted. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

function watchCalls(page: Page, costNow: () => Cost): void {
  const streams = [apiPath('streamEvents'), apiPath('streamMarket')]
  const isCall = (address: string) => {
    const { pathname } = new URL(address)
    return pathname.startsWith('/api/') && !streams.includes(pathname)
  }
  page.on('request', (request) => void (isCall(request.url()) && costNow().calls++))
  page.on('requestfinished', (request) => {
    if (!isCall(request.url())) return
    const cost = costNow()
    cost.slowestCallMs = Math.max(cost.slowestCallMs, request.timing().responseEnd)
  })
}
