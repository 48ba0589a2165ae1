/** The kinds of cached API responses. Each mutation lists those that it invalidates. */
export const tagTypes = [
  'Audit',
  'Car',
  'Category',
  'Deal',
  'Dispute',
  'Feed',
  'Hold',
  'Import',
  'Me',
  'Message',
  'Newsletter',
  'Payment',
  'Payout',
  'PhotoMatch',
  'Purchase',
  'Report',
  'Review',
  'Sale',
  'Search',
  'SellerFees',
  'Session',
  'Shortlist',
  'User',
] as const

export type TagType = (typeof tagTypes)[number]
