/** A queue that serves clients in turn. A client with many items delays hardly anyone but itself. */
export interface FairQueue<T> {
  /**
   * Adds an item to the client's part of the queue.
   * @param clientKey the client that waits in turn, such as an account or a network
   */
  push(clientKey: string, item: T): void
  /**
   * Removes and returns the next item, round-robin by client and in order within each client. Returns
   * undefined if the queue is empty.
   * @param discards called with each item that becomes its client's first. If it returns true, the item is
   * discarded.
   */
  shift(discards?: (item: T) => boolean): T | undefined
  /**
   * Removes and returns the newest item of the client with the most items. In a tie, this is the client whose
   * turn comes last.
   */
  drop(): T | undefined
  readonly size: number
}

/** Creates a queue that serves clients round-robin (fair queueing, RFC 970). */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map preserves insertion order. After its turn, a client is inserted again, behind all others.
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
        const index = queue.findIndex((item) => !discards(item))
        const removedCount = index < 0 ? queue.length : index + 1
        size -= removedCount
        const item = index < 0 ? undefined : queue[index]
        queue.splice(0, removedCount)
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
