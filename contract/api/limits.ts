/**
 * Request limits: the number of requests per window, counted per user when signed in, and
 * otherwise per IP network.
 */
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
   * Payment attempts that held a car. No endpoint uses this class directly. A reload that returns the open
   * attempt counts only as a write, and so does a rejected attempt.
   */
  P: { user: 6, seconds: 600 },
  /** Links in newsletters: a mail provider unsubscribes many readers from few addresses. */
  N: { ip: 300, user: 300, seconds: 60 },
  /** Feeds: a receiver fetches the feeds of many sellers from few addresses, each several times a day. */
  F: { ip: 60, user: 60, seconds: 60 },
  /** Uploads and newsletter addresses. */
  U: { ip: 20, user: 60, seller: 600, seconds: 3600 },
} as const satisfies Record<string, { ip?: number; user?: number; seller?: number; seconds: number }>

export type LimitClass = keyof typeof limits
