import type { Request } from 'express'
import type { Context } from '../context.ts'

/**
 * Refuses whoever shows what was never given to them, and counts that as a stranger's read. What is good is counted
 * elsewhere: forging costs nobody else on that network their own.
 * @throws the refusal; ProblemError `too-many-requests`
 */
export async function countRejected(
  { limits }: Pick<Context, 'limits'>,
  { ip = '' }: Pick<Request, 'ip'>,
  refusal: unknown,
): Promise<never> {
  await limits.take('R0', { ip, actor: null })
  throw refusal
}
