import type { TagType } from '../../contract/api/tags.ts'

/** A mutation that failed changed nothing, so it invalidates nothing: `invalidatesTags: unlessFailed('Car')`. */
export function unlessFailed(...tags: TagType[]) {
  return (_result: unknown, error: unknown) => (error ? [] : tags)
}
