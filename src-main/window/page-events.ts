import type { WebContents } from 'electron'
import { desktopEvents, type EventName, type EventPayload } from '../../contract/desktop-channels.ts'

export interface PageEvents {
  send: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** The page listens now. */
  ready: () => void
}

/** Tells the page what happens; what comes before it listens waits for it. */
export function createPageEvents(contents: WebContents): PageEvents {
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
