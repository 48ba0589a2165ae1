import type { TagType } from '../../contract/api/tags.ts'

/** Invalidates the tags unless the mutation failed: `invalidatesTags: unlessFailed('Car')`. */
export function unlessFailed(...tags: TagType[]) {
  return (_result: unknown, error: unknown) => (error ? [] : tags)
}
