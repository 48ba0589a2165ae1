/** Request limits, `access.md`: how many in which window, counted per user when signed in, else per IP. */
export const limits = {
  /** Public reads, pages that are drawn for the asking, and whatever is asked with no sign-in or one that does not count. */
  R0: { ip: 300, user: 300, seconds: 60 },
  /** Reads of the signed in. */
  R1: { user: 600, seconds: 60 },
  /** Writes. */
  W1: { user: 30, seconds: 60 },
  /** Writes that a person makes seldom. */
  W2: { user: 10, seconds: 60 },
  /** Token calls. */
  J: { ip: 30, user: 10, seconds: 60 },
  /**
   * Payment attempts that held a car. No endpoint's own: a reload that returns the open attempt, and what is refused,
   * count as a write alone.
   */
  P: { user: 6, seconds: 600 },
  /** Links in newsletters: a mail provider unsubscribes many readers from few addresses. */
  N: { ip: 300, user: 300, seconds: 60 },
  /** Feeds: a receiver fetches those of many sellers from few addresses, each some times a day. */
  F: { ip: 60, user: 60, seconds: 60 },
  /** Uploads and newsletter addresses. */
  U: { ip: 20, user: 60, seller: 600, seconds: 3600 },
} as const satisfies Record<string, { ip?: number; user?: number; seller?: number; seconds: number }>

export type LimitClass = keyof typeof limits
