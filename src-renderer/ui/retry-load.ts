const WAITS_MS = [500, 1_500, 3_000]

/**
 * Loads code from a server that may be briefly unavailable, with retries. If there is no network connection,
 * it fails without retrying.
 */
export async function retryLoad<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const wait of WAITS_MS) {
    try {
      return await load()
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return load()
}

const PAUSE_MS = 30_000

/** Loads code that no user is waiting for. It retries until it succeeds, however long that takes. */
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
