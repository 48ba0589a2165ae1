/**
 * Control of the updates that synchronize this page with the server. It does nothing until their code has
 * loaded.
 */
export const following: {
  /**
   * Stops the updates before the session ends, so that a connection closed for that reason is not reopened.
   */
  stop: () => void
  /** Resumes the updates if the session did not end after all, including changes in the meantime. */
  resume: () => void
} = { stop: () => {}, resume: () => {} }
