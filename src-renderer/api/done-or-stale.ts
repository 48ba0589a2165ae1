import { toProblem } from './problem.ts'
import { unlessFailed } from './tags.ts'

/**
 * As `unlessFailed`, for what one does to a row of a list: a refusal because the row is gone or has changed says that
 * the list is old, so it is read anew.
 */
export function whenDoneOrStale(...tags: Parameters<typeof unlessFailed>) {
  return (_result: unknown, error: unknown) =>
    error && ![404, 409, 412].includes(toProblem(error).status) ? [] : tags
}
