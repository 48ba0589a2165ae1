/** What keeps this page as the server has it, from when its code is there. */
export const following: {
  /** Before the session ends: a connection that broke off for that is not to be opened again. */
  stop: () => void
} = { stop: () => {} }
