import type { BrowserWindow, WebContents } from 'electron'
import { type EventName, type EventPayload, desktopEvents } from '../../contract/desktop/desktop-channels.ts'

interface OpenWindow {
  window: BrowserWindow
  events: PageEvents
}

export interface OpenWindows {
  add: (window: BrowserWindow) => void
  /** Returns the most recently used window, or null if none is open. */
  current: () => BrowserWindow | null
  /** Most recently used first. */
  all: () => BrowserWindow[]
  /** Null for a page of any other window. */
  eventsOf: (contents: WebContents) => PageEvents | null
  send: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** Sends an event to every page, except the one that caused it. */
  notifyAll: <E extends EventName>(event: E, payload: EventPayload<E>, but?: WebContents) => void
}

export function createOpenWindows(): OpenWindows {
  let open: OpenWindow[] = []

  function moveToFront(window: BrowserWindow): void {
    const isIt = (one: OpenWindow) => one.window === window
    open = [...open.filter(isIt), ...open.filter((one) => !isIt(one))]
  }

  return {
    add(window) {
      open = [{ window, events: createPageEventQueue(window.webContents) }, ...open]
      window.on('focus', () => moveToFront(window))
      window.once('closed', () => {
        open = open.filter((one) => one.window !== window)
      })
    },
    current: () => open[0]?.window ?? null,
    all: () => open.map(({ window }) => window),
    eventsOf: (contents) => open.find(({ window }) => window.webContents === contents)?.events ?? null,
    send: (event, payload) => open[0]?.events.send(event, payload),
    notifyAll(event, payload, but) {
      for (const { window, events } of open) if (window.webContents !== but) events.send(event, payload)
    },
  }
}

interface PageEvents {
  send: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** Delivers the queued events once the page listens. */
  ready: () => void
}

/** Queues events until the page listens. */
export function createPageEventQueue(contents: WebContents): PageEvents {
  let isReady = false
  let waiting: (() => void)[] = []
  contents.on('did-navigate', () => {
    isReady = false
  })
  return {
    send(event, payload) {
      const checked: unknown = desktopEvents[event].parse(payload)
      const deliver = () => {
        if (!contents.isDestroyed()) contents.send(event, checked)
      }
      if (isReady) deliver()
      else waiting.push(deliver)
    },
    ready() {
      isReady = true
      const events = waiting
      waiting = []
      for (const deliver of events) deliver()
    },
  }
}
