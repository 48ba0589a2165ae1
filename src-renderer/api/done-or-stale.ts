import { toProblem } from './problem.ts'
import { invalidateOnSuccess } from './tags.ts'

/**
 * Invalidates tags like `invalidateOnSuccess`, for a mutation of a list row. Also invalidates them if the
 * row is gone or has changed (404, 409, or 412), which makes the list stale.
 */
export function invalidateWhenDoneOrStale(...tags: Parameters<typeof invalidateOnSuccess>) {
  return (_result: unknown, error: unknown) =>
    error && ![404, 409, 412].includes(toProblem(error).status) ? [] : tags
}
