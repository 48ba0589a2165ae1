/** Controls the live updates. The methods do nothing until the updates' code has loaded. */
export const following: {
  /**
   * Stops the updates before the session ends. Otherwise, they would reopen the connection that the
   * server then closes.
   */
  stop: () => void
  /** Resumes the updates, including any missed changes, if the session did not end after all. */
  resume: () => void
} = { stop: () => {}, resume: () => {} }
