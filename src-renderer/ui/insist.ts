const WAITS_MS = [500, 1_500, 3_000]

/** Loads code from a server that may be away for a moment. Without a network there is nothing to wait for. */
export async function insist<Code>(load: () => Promise<Code>): Promise<Code> {
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
