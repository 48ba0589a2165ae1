/**
 * What to print when a start fails: for what a person can put right (configuration, ports, data folder,
 * database) the message alone, for a fault of ours the stack.
 */
export async function describeFailure(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error)
  if ('isExpected' in error) return error.message
  // Read only now: the server's modules would hold up a start that goes well.
  const { isStartFault } = await import('../../server/main.ts')
  const isForPeople: boolean = isStartFault(error)
  return isForPeople ? error.message : (error.stack ?? error.message)
}
