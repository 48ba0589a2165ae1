/** Work that one of several tabs does for all. */
export interface SharedWork<Message> {
  name: string
  signal: AbortSignal
  /** Done by one tab at a time, until the signal ends it. */
  lead: (signal: AbortSignal) => Promise<void>
  /** What another tab posted. */
  onMessage: (message: Message) => void
}

/** How long a leader may be silent; then it sleeps, as tabs on phones do, and another takes over. */
const SILENCE_MS = 75_000
const LOOK_EVERY_MS = 15_000

/**
 * Lets one tab lead, by a lock that the browser frees when the tab goes
 * (developer.mozilla.org/docs/Web/API/Web_Locks_API). Where there are no locks, which browsers keep for secure
 * addresses, each tab works for itself while somebody looks at it.
 * @returns posts to all other tabs
 */
export function electTabLeader<Message>(work: SharedWork<Message>): (message: Message) => void {
  const { name, signal, lead, onMessage } = work
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    leadWhileVisible(work)
    return () => {}
  }
  const channel = new BroadcastChannel(name)
  let heardAt = Date.now()
  let isLeading = false
  let isQueued = false
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    heardAt = Date.now()
    onMessage(data)
  })
  const timer = setInterval(() => {
    if (isLeading || document.hidden || Date.now() - heardAt < SILENCE_MS) return
    heardAt = Date.now()
    void takeTurn({ steal: true })
  }, LOOK_EVERY_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    channel.close()
  })
  queue()
  return (message) => {
    if (!signal.aborted) channel.postMessage(message)
  }

  function queue() {
    if (isQueued || signal.aborted) return
    isQueued = true
    void takeTurn({ signal }, () => {
      isQueued = false
    })
  }

  async function takeTurn(options: LockOptions, onTurn?: () => void): Promise<void> {
    const turn = new AbortController()
    try {
      await navigator.locks.request(name, options, async () => {
        onTurn?.()
        isLeading = true
        await lead(AbortSignal.any([signal, turn.signal]))
      })
    } catch {
      // The signal ended the wait, or another tab took the lock.
      turn.abort()
      heardAt = Date.now()
      queue()
    }
    isLeading = false
  }
}

function leadWhileVisible<Message>({ signal, lead }: SharedWork<Message>): void {
  let turn: AbortController | undefined
  const look = () => {
    turn?.abort()
    turn = new AbortController()
    if (!document.hidden) void lead(AbortSignal.any([signal, turn.signal]))
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
}
