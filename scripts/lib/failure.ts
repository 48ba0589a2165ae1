/**
 * Returns the text to print when a start fails. For problems that the user can fix (configuration, ports,
 * data folder, database), that is only the message. For a bug of ours, it is the stack.
 */
export async function describeFailure(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if ('isExpected' in error) return error.message
  return (await describeForPeople(error)) ?? error.stack ?? error.message
}

/**
 * Describes an error for the user. The server's modules are loaded only now, because they would slow down a
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
