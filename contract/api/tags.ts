/** The kinds of cached API responses. Each mutation lists those that it invalidates. */
export const tagTypes = [
  'Audit',
  'Car',
  'Category',
  'Feed',
  'Hold',
  'Import',
  'Me',
  'Message',
  'Newsletter',
  'Payment',
  'Purchase',
  'Report',
  'Review',
  'Sale',
  'Session',
  'User',
] as const

export type TagType = (typeof tagTypes)[number]
