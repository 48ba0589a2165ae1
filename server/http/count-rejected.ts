import type { Request } from 'express'
import type { Context } from '../context.ts'

/**
 * Rejects a caller with invalid credentials and counts the call as an anonymous read. Valid calls are counted
 * separately, so forged calls don't use up the limits of other users on the same network.
 * @throws `rejection`, or ProblemError `too-many-requests`
 */
export async function countRejected(
  { limits }: Pick<Context, 'limits'>,
  { ip = '' }: Pick<Request, 'ip'>,
  rejection: unknown,
): Promise<never> {
  await limits.take('R0', { ip, actor: null })
  throw rejection
}
