/** What a screen names of feeds. It stands beside the schemas, so that what only names them loads no validator. */

/** Who a feed is for. */
export const feedKinds = ['google', 'meta', 'json', 'csv'] as const
export type FeedKind = (typeof feedKinds)[number]

/** What becomes of a car: it is in, it is in but may be refused, or it is left out. */
export const feedStatuses = ['in', 'warned', 'out'] as const
export type FeedStatus = (typeof feedStatuses)[number]

export const feedStatusWords: Readonly<Record<FeedStatus, string>> = {
  in: 'In',
  warned: 'May be refused',
  out: 'Left out',
}

/** What people read for each kind. */
export const feedNames: Readonly<Record<FeedKind, string>> = {
  google: 'Google vehicle listings',
  meta: 'Meta automotive',
  json: 'JSON',
  csv: 'CSV',
}
