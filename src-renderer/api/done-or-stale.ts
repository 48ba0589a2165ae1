import { toProblem } from './problem.ts'
import { unlessFailed } from './tags.ts'

/**
 * Invalidates tags like `unlessFailed`, for a mutation of a list's row. An error because the row is gone or
 * has changed (404, 409, or 412) means that the list is stale, so it is refetched, too.
 */
export function whenDoneOrStale(...tags: Parameters<typeof unlessFailed>) {
  return (_result: unknown, error: unknown) =>
    error && ![404, 409, 412].includes(toProblem(error).status) ? [] : tags
}
