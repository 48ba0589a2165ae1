import { chromium, type CDPSession, type Page, type Request } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { strings } from '../../contract/strings.ts'
import { getChromium } from '../lib/chromium.ts'

/** The cost of using the list of all cars in the console. */
export interface ConsoleFigures {
  /**
   * The page's tasks, longest first: the step during which each one ran, and its duration in milliseconds.
   */
  tasks: { doing: string; ms: number }[]
  /** The slowest call, from the request to the last byte of its response, in milliseconds. */
  slowestCallMs: number
  calls: number
  /** Maximum number of rows in the page at the same time. */
  rows: number
}

interface TraceEvent {
  name: string
  ph: string
  ts: number
  /** CPU time of the thread in microseconds. It excludes the time in which the thread was preempted. */
  tdur?: number
  pid: number
  tid: number
}

const table = '/dashboard/managecars'
const MICROSECONDS = 1000
/** Time in milliseconds to wait for further calls. It is longer than the page's debounce delay. */
const SETTLED_MS = 400

/**
 * Lists, filters, sorts, scrolls, and selects all cars as an admin's console does, in Chromium. Reads the
 * durations of the page's tasks from Chromium's trace
 * (chromium.org/developers/how-tos/trace-event-profiling-tool).
 */
export async function measureConsole(port: number, adminToken: string): Promise<ConsoleFigures> {
  const browser = await chromium.launch({ executablePath: getChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      extraHTTPHeaders: { authorization: `Bearer ${adminToken}` },
    })
    await context.addInitScript(exposeBridgeStub, `http://127.0.0.1:${port}`)
    const page = await context.newPage()
    const calls = recordCalls(page)
    const cdp = await context.newCDPSession(page)
    // This first visit excludes the code's loading time, which another benchmark measures.
    await page.goto(`http://127.0.0.1:${port}${table}`)
    await page.getByRole('row').nth(9).waitFor()
    const { tasks, rows } = await traced(cdp, () => workThrough(page, calls))
    return { tasks, rows, calls: calls.times.length, slowestCallMs: Math.max(...calls.times) }
  } finally {
    await browser.close()
  }
}

/**
 * Replaces the API that the console's preload exposes to the page. Like the main process, it sends the token
 * with each call.
 */
function exposeBridgeStub(apiOrigin: string): void {
  const responses: Record<string, unknown> = {
    facts: { appVersion: '0', platform: 'linux', apiOrigin, setup: null },
    readConfig: async () => ({ ok: true, config: await (await fetch(`${apiOrigin}/api/config`)).json() }),
    restore: () => Promise.resolve({ isSignedIn: true, isRemembered: true }),
  }
  const makeStub = (): unknown =>
    new Proxy(() => Promise.resolve(), { get: (_, name) => responses[String(name)] ?? makeStub() })
  Object.assign(globalThis, { desktop: makeStub() })
}

async function workThrough(page: Page, calls: Calls): Promise<number> {
  let maxRows = 0
  const box = page.locator('.grid-box')
  const waitForFirstRow = (first: RegExp) => page.getByRole('row').nth(1).filter({ hasText: first }).waitFor()
  const sortBy = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const steps: Record<string, () => Promise<unknown>> = {
    'sort by price': () => sortBy(strings.columns.resellPrice),
    'sort by name': () => sortBy(strings.columns.modelName),
    scroll: async () => {
      await box.hover()
      for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 400)
    },
    'scroll to the end': () => box.evaluate((element) => (element.scrollTop = element.scrollHeight)),
    'scroll to the middle': () => box.evaluate((element) => (element.scrollTop = element.scrollHeight / 2)),
    'filter by state': () => page.getByRole('button', { name: /^In stock/ }).click(),
    'find by words': async () => {
      await page.getByRole('textbox', { name: 'Find in this list' }).pressSequentially('tesla model')
      await waitForFirstRow(/Tesla Model/)
    },
    'select a range': async () => {
      await page.getByRole('row').nth(1).focus()
      await page.keyboard.press('Space')
      for (let row = 0; row < 20; row++) await page.keyboard.press('Shift+ArrowDown')
    },
    'select all': () => page.keyboard.press('Control+a'),
    'to the last row': () => page.keyboard.press('End'),
    'open it': () => page.keyboard.press('Enter'),
  }
  for (const [doing, act] of Object.entries(steps)) {
    await page.evaluate((name) => performance.mark(`step ${name}`), doing)
    await act()
    await calls.settled()
    maxRows = Math.max(maxRows, await page.locator('.grid-row').count())
  }
  return maxRows
}

async function traced(cdp: CDPSession, work: () => Promise<number>) {
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const isOver = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.start', { categories: 'devtools.timeline,toplevel,blink.user_timing' })
  const rows = await work()
  await cdp.send('Tracing.end')
  await isOver
  return { tasks: listLongestTasks(events), rows }
}

/** Returns the tasks of the page's own thread, which is the one that recorded the step marks. */
function listLongestTasks(events: readonly TraceEvent[]): ConsoleFigures['tasks'] {
  const marks = events.filter(({ name }) => name.startsWith('step ')).toSorted((a, b) => a.ts - b.ts)
  const { pid, tid } = marks[0]!
  const doingAt = (timestamp: number) =>
    marks.findLast(({ ts }) => ts <= timestamp)?.name.slice('step '.length) ?? 'begin'
  return events
    .filter((event) => event.pid === pid && event.tid === tid && event.name.endsWith('RunTask'))
    .map(({ ts, tdur = 0 }) => ({ doing: doingAt(ts), ms: tdur / MICROSECONDS }))
    .toSorted((a, b) => b.ms - a.ms)
}

interface Calls {
  /** Durations of the finished calls, in milliseconds. */
  times: number[]
  /** Resolves when no call is in flight. */
  settled: () => Promise<void>
}

function recordCalls(page: Page): Calls {
  const times: number[] = []
  const openRequests = new Set<Request>()
  const isOfTheList = (request: Request) => request.url().includes('/api/allCars')
  page.on('request', (request) => void (isOfTheList(request) && openRequests.add(request)))
  page.on('requestfinished', (request) => {
    if (openRequests.delete(request)) times.push(request.timing().responseEnd)
  })
  page.on('requestfailed', (request) => openRequests.delete(request))
  return {
    times,
    async settled() {
      do await sleep(SETTLED_MS)
      while (openRequests.size > 0)
    },
  }
}
