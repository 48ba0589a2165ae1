import { toProblem } from '../../api/problem.ts'
import { toast, type ToastOptions } from './toast.ts'

/**
 * Reports a mutation's outcome in a toast.
 * @returns true if it succeeded
 */
export async function toastOutcome(
  call: PromiseLike<{ error?: unknown }>,
  done: string,
  options?: ToastOptions,
): Promise<boolean> {
  const { error } = await call
  if (error) toast.error(toProblem(error).message)
  else toast.success(done, options)
  return !error
}
