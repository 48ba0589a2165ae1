/**
 * Rate limits: the number of requests per window. Requests are counted per user for signed-in users, and per
 * IP network for all others.
 */
export const limits = {
  /** Public reads, pages rendered on demand, and all requests without a valid sign-in. */
  R0: { ip: 300, user: 300, seconds: 60 },
  /** Reads by signed-in users. */
  R1: { user: 600, seconds: 60 },
  W1: { user: 30, seconds: 60 },
  /** Write requests that a person rarely makes. */
  W2: { user: 10, seconds: 60 },
  /** Token exchanges. */
  J: { ip: 30, user: 10, seconds: 60 },
  /**
   * Payment attempts that placed a hold on a car. No endpoint uses this class directly. A reload that returns
   * the open attempt counts only as a write request, and so does a rejected attempt.
   */
  P: { user: 6, seconds: 600 },
  /**
   * Links in newsletters. The limit is high, because a mail provider unsubscribes many readers from a few IP
   * addresses.
   */
  N: { ip: 300, user: 300, seconds: 60 },
  /**
   * Feeds. A receiver fetches the feeds of many sellers from a few IP addresses, each feed several times a
   * day.
   */
  F: { ip: 60, user: 60, seconds: 60 },
  /** Photo uploads and newsletter sign-ups. */
  U: { ip: 20, user: 60, seller: 600, seconds: 3600 },
} as const satisfies Record<string, { ip?: number; user?: number; seller?: number; seconds: number }>

export type LimitClass = keyof typeof limits
