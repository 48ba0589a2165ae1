/**
 * Returns the message to print when a start fails. Problems that the user can fix (configuration, ports, data
 * folder, database) are described without a stack. A bug of ours is described by its stack.
 */
export async function describeFailure(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if ('isExpected' in error) return error.message
  return (await describeForPeople(error)) ?? error.stack ?? error.message
}

/**
 * Describes an error for the user. The server's modules are imported lazily, because they would slow down a
 * successful start.
 */
async function describeForPeople(error: Error): Promise<string | null> {
  try {
    const { describeStartError } = await import('../../server/start/start-error.ts')
    return describeStartError(error)
  } catch {
    // The server's modules themselves failed to load, so the stack is more useful.
    return null
  }
}
