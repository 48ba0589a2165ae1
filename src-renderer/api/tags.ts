import type { TagType } from '../../contract/api/tags.ts'

/** Invalidates the tags unless the mutation failed: `invalidatesTags: invalidateOnSuccess('Car')`. */
export function invalidateOnSuccess(...tags: TagType[]) {
  return (_result: unknown, error: unknown) => (error ? [] : tags)
}
