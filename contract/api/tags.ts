/** What a client keeps of the API's answers, by kind: a change names the kinds that it makes stale. */
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
