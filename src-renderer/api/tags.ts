import type { TagType } from '../../contract/api/tags.ts'

/**
 * Invalidates the tags unless the mutation failed, since it then changed nothing: `invalidatesTags:
 * unlessFailed('Car')`.
 */
export function unlessFailed(...tags: TagType[]) {
  return (_result: unknown, error: unknown) => (error ? [] : tags)
}
