/** Rate limits per window. Signed-in users are counted individually, all others per IP network. */
export const limits = {
  /** Public reads, pages rendered on demand, and all requests without a valid sign-in. */
  R0: { ip: 300, user: 300, seconds: 60 },
  /** Reads by signed-in users. */
  R1: { user: 600, seconds: 60 },
  W1: { user: 30, seconds: 60 },
  /** Writes that a person rarely makes. */
  W2: { user: 10, seconds: 60 },
  /** Token exchanges. */
  J: { ip: 30, user: 10, seconds: 60 },
  /**
   * Payment attempts that placed a hold on a car. No endpoint uses this class directly: rejected attempts,
   * and reloads that return the open attempt, count only as writes.
   */
  P: { user: 6, seconds: 600 },
  /**
   * Newsletter links. The limit is high because a mail provider unsubscribes many readers from a few IP
   * addresses.
   */
  N: { ip: 300, user: 300, seconds: 60 },
  /** Feeds. A receiver fetches many sellers' feeds from a few IP addresses, each several times a day. */
  F: { ip: 60, user: 60, seconds: 60 },
  /** Photo uploads and newsletter sign-ups. */
  U: { ip: 20, user: 60, seller: 600, seconds: 3600 },
} as const satisfies Record<string, { ip?: number; user?: number; seller?: number; seconds: number }>

export type LimitClass = keyof typeof limits
