/** What keeps this page as the server has it, from when its code is there. */
export const following: {
  /** Before the session ends: a connection that broke off for that is not to be opened again. */
  stop: () => void
  /** Where it has not ended after all: with what has changed meanwhile. */
  resume: () => void
} = { stop: () => {}, resume: () => {} }
