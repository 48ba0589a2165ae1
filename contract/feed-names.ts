/**
 * Display names for feeds. They are separate from the schemas, so that code that only displays feeds doesn't
 * load the validator.
 */

/** The feed formats, named after the receiver or the file type. */
export const feedKinds = ['google', 'meta', 'json', 'csv'] as const
export type FeedKind = (typeof feedKinds)[number]

/** A car's status in a feed: included, included but possibly rejected by the receiver, or left out. */
export const feedStatuses = ['in', 'warned', 'out'] as const
export type FeedStatus = (typeof feedStatuses)[number]

export const feedStatusLabels: Readonly<Record<FeedStatus, string>> = {
  in: 'In',
  warned: 'May be refused',
  out: 'Left out',
}

export const feedNames: Readonly<Record<FeedKind, string>> = {
  google: 'Google vehicle listings',
  meta: 'Meta automotive',
  json: 'JSON',
  csv: 'CSV',
}
