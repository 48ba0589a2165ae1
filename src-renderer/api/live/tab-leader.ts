/** Work that a single tab does for all tabs. */
export interface SharedWork<Message> {
  name: string
  signal: AbortSignal
  lead: (signal: AbortSignal) => Promise<void>
  onMessage: (message: Message) => void
}

/**
 * Time in milliseconds without messages after which another tab takes over. A silent leader is asleep, as
 * background tabs on phones often are.
 */
const SILENCE_MS = 75_000
const LOOK_EVERY_MS = 15_000

/**
 * Elects one tab as the leader with a lock that the browser releases when the tab closes
 * (developer.mozilla.org/docs/Web/API/Web_Locks_API). Browsers provide locks only on secure
 * origins. Without locks, each tab does its own work while it is visible.
 * @returns a function that posts a message to all other tabs
 */
export function electTabLeader<Message>(work: SharedWork<Message>): (message: Message) => void {
  const { name, signal, lead, onMessage } = work
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    leadWhileVisible(work)
    return () => {}
  }
  const channel = new BroadcastChannel(name)
  let lastMessageAt = Date.now()
  let isLeading = false
  let isQueued = false
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    lastMessageAt = Date.now()
    onMessage(data)
  })
  const timer = setInterval(() => {
    if (isLeading || document.hidden || Date.now() - lastMessageAt < SILENCE_MS) return
    lastMessageAt = Date.now()
    void acquireLock({ steal: true })
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
    void acquireLock({ signal }, () => {
      isQueued = false
    })
  }

  async function acquireLock(options: LockOptions, onAcquired?: () => void): Promise<void> {
    const turnController = new AbortController()
    try {
      await navigator.locks.request(name, options, async () => {
        onAcquired?.()
        isLeading = true
        await lead(AbortSignal.any([signal, turnController.signal]))
      })
    } catch {
      // Either the signal ended the wait or another tab stole the lock.
      turnController.abort()
      lastMessageAt = Date.now()
      queue()
    }
    isLeading = false
  }
}

function leadWhileVisible<Message>({ signal, lead }: SharedWork<Message>): void {
  let turnController: AbortController | undefined
  const leadIfVisible = () => {
    turnController?.abort()
    turnController = new AbortController()
    if (!document.hidden) void lead(AbortSignal.any([signal, turnController.signal]))
  }
  document.addEventListener('visibilitychange', leadIfVisible, { signal })
  leadIfVisible()
}
