/**
 * What to print when a start fails: for what a person can put right (configuration, ports, data folder,
 * database) the message alone, for a fault of ours the stack.
 */
export async function describeFailure(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if ('isExpected' in error) return error.message
  return (await describeForPeople(error)) ?? error.stack ?? error.message
}

/** The server's modules are read only now: they would hold up a start that goes well. */
async function describeForPeople(error: Error): Promise<string | null> {
  try {
    const { describeStartError } = await import('../../server/start/start-error.ts')
    return describeStartError(error)
  } catch {
    // Then they are what failed, and the stack is what is needed.
    return null
  }
}
