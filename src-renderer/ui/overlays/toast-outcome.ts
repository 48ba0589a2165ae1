import { toProblem } from '../../api/problem.ts'
import { toast, type ToastOptions } from './toast.ts'

/**
 * Reports the outcome of a mutation in a toast.
 * @returns true if the mutation succeeded
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
