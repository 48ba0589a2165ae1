import { toProblem } from './problem.ts'
import { unlessFailed } from './tags.ts'

/**
 * Invalidates tags like `unlessFailed`, for a mutation of a list row. Also invalidates them if the
 * row is gone or has changed (404, 409, or 412), which makes the list stale.
 */
export function whenDoneOrStale(...tags: Parameters<typeof unlessFailed>) {
  return (_result: unknown, error: unknown) =>
    error && ![404, 409, 412].includes(toProblem(error).status) ? [] : tags
}
