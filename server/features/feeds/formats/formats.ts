import type { FeedKind } from '../../../../contract/feed-names.ts'
import type { Format } from './format.ts'
import { google } from './google.ts'
import { jsonFeed } from './json-feed.ts'
import { meta } from './meta.ts'
import { ownCsv } from './own-csv.ts'

export const formats: Record<FeedKind, Format> = { google, meta, json: jsonFeed, csv: ownCsv }
