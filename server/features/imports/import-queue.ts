/** Reads and applies imports, one of each at a time; what waits stands in the database, so that a restart goes on with it. */
export interface ImportQueue {
  /** To be called when there is something to do, and once after the start. */
  wake(): void
  /** Resolves once all that there is to do is done. */
  idle(): Promise<void>
  /** Waits for the rows that are under way. */
  close(): Promise<void>
}
