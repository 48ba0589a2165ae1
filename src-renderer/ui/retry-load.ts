const WAITS_MS = [500, 1_500, 3_000]

/**
 * Loads code from a server that may be briefly unavailable, with retries. Offline, it fails
 * immediately.
 */
export async function retryLoad<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const waitMs of WAITS_MS) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  return load()
}

const PAUSE_MS = 30_000

/** Loads code that no user is waiting for, retrying until it succeeds. */
export async function retryLoadInBackground<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await retryLoad(load)
    } catch {
      await new Promise((resolve) =>
        navigator.onLine
          ? setTimeout(resolve, PAUSE_MS)
          : addEventListener('online', resolve, { once: true }),
      )
    }
  }
}
