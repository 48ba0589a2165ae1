/**
 * A queue that serves clients in turn. A client with many items delays mostly itself, and hardly any other
 * client.
 */
export interface FairQueue<T> {
  /**
   * Adds an item.
   * @param clientKey the client whose turns are counted, such as an account or a network
   */
  push(clientKey: string, item: T): void
  /**
   * Removes and returns the next item, round-robin by client and in order within a client. Returns undefined
   * if no items wait.
   * @param discards called with each item that has become its client's first; if it returns true, the item is
   * discarded
   */
  shift(discards?: (item: T) => boolean): T | undefined
  /**
   * Removes the newest item of the client with the most items. If several have equally many, the client whose
   * turn comes last loses one.
   */
  drop(): T | undefined
  readonly size: number
}

/** Creates a queue that serves waiting clients round-robin (fair queueing, RFC 970). */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map keeps insertion order. A client that had a turn is inserted again, behind all others.
  const queues = new Map<string, T[]>()
  let size = 0
  return {
    push(clientKey, item) {
      const queue = queues.get(clientKey)
      if (queue) queue.push(item)
      else queues.set(clientKey, [item])
      size++
    },
    shift(discards = () => false) {
      for (const [clientKey, queue] of queues) {
        const at = queue.findIndex((item) => !discards(item))
        const gone = at < 0 ? queue.length : at + 1
        size -= gone
        const item = at < 0 ? undefined : queue[at]
        queue.splice(0, gone)
        queues.delete(clientKey)
        if (queue.length > 0) queues.set(clientKey, queue)
        if (item !== undefined) return item
      }
      return undefined
    },
    drop() {
      let longest: [string, T[]] | undefined
      for (const entry of queues) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry
      if (!longest) return undefined
      const [clientKey, queue] = longest
      const item = queue.pop()
      if (queue.length === 0) queues.delete(clientKey)
      size--
      return item
    },
    get size() {
      return size
    },
  }
}
