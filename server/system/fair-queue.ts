/** What waits, in turns: who has sent much waits for themselves, and hardly ever for nobody else. */
export interface FairQueue<T> {
  /** @param whose whoever takes a turn, such as an account or a network */
  push(whose: string, item: T): void
  /**
   * The item whose turn it is, in the order of each one's own; undefined where nothing waits.
   * @param discards looks at items that have become the first of their own; one that it wants no more is gone
   */
  shift(discards?: (item: T) => boolean): T | undefined
  /** Removes the newest item of whoever has most of them, and of several the one whose turn is last. */
  drop(): T | undefined
  readonly size: number
}

/** Round robin between whoever waits (fair queueing, RFC 970). */
export function createFairQueue<T>(): FairQueue<T> {
  // A Map keeps the order of insertion: whoever had a turn is put in anew, behind all others.
  const queues = new Map<string, T[]>()
  let size = 0
  return {
    push(whose, item) {
      const queue = queues.get(whose)
      if (queue) queue.push(item)
      else queues.set(whose, [item])
      size++
    },
    shift(discards = () => false) {
      for (const [whose, queue] of queues) {
        const at = queue.findIndex((item) => !discards(item))
        const gone = at < 0 ? queue.length : at + 1
        size -= gone
        const item = at < 0 ? undefined : queue[at]
        queue.splice(0, gone)
        queues.delete(whose)
        if (queue.length > 0) queues.set(whose, queue)
        if (item !== undefined) return item
      }
      return undefined
    },
    drop() {
      let longest: [string, T[]] | undefined
      for (const entry of queues) if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry
      if (!longest) return undefined
      const [whose, queue] = longest
      const item = queue.pop()
      if (queue.length === 0) queues.delete(whose)
      size--
      return item
    },
    get size() {
      return size
    },
  }
}
