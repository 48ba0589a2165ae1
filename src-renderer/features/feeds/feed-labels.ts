import type { FeedKind, FeedStatus } from '../../../contract/feed-names.ts'
import type { Tone } from '../../ui/controls/Badge.tsx'

export const feedTexts: Readonly<Record<FeedKind, string>> = {
  google: 'Your stock on Google Search and in your Business Profile.',
  meta: 'Your stock in ads on Facebook and Instagram.',
  json: 'JSON Feed 1.1, for your website and for feed readers.',
  csv: 'A spreadsheet that is always up to date.',
}

export const feedStatusTones: Readonly<Record<FeedStatus, Tone>> = {
  in: 'success',
  warned: 'warning',
  out: 'danger',
}
