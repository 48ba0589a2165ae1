/**
 * Controls the live updates that keep this page in sync with the server. The methods do nothing until the
 * updates' code has loaded.
 */
export const following: {
  /**
   * Stops the updates before the session ends. Otherwise, the connection that the server then closes would be
   * reopened.
   */
  stop: () => void
  /** Resumes the updates if the session did not end after all. Changes from the interruption are included. */
  resume: () => void
} = { stop: () => {}, resume: () => {} }
