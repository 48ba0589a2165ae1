export const tagTypes = [
  'Audit',
  'Car',
  'Category',
  'Me',
  'Message',
  'Payment',
  'Purchase',
  'Report',
  'Review',
  'Sale',
  'Session',
  'User',
] as const

export type TagType = (typeof tagTypes)[number]

/** A mutation that failed changed nothing, so it invalidates nothing: `invalidatesTags: unlessFailed('Car')`. */
export function unlessFailed(...tags: TagType[]) {
  return (_result: unknown, error: unknown) => (error ? [] : tags)
}
