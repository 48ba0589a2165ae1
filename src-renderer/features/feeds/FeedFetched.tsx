import { formatCount } from '../../../contract/number-format.ts'
import type { Feed } from '../../../contract/feeds.ts'
import { DateText } from '../../ui/controls/DateText.tsx'

/**
 * Shows when the feed was last fetched, how many cars it had, and when it was created. The last distinguishes
 * feeds of the same kind.
 */
export function FeedFetched({ feed }: { feed: Feed }) {
  return (
    <div className="text-small text-muted">
      <LastFetched feed={feed} />
      <p>
        Made <DateText at={feed.at} hasTime />
      </p>
    </div>
  )
}

function LastFetched({ feed: { fetchedAt, fetchedCars } }: { feed: Feed }) {
  if (fetchedAt === null) return <p>Not fetched yet</p>
  return (
    <p>
      Last fetched <DateText at={fetchedAt} hasTime />
      {fetchedCars !== null && ` · ${formatCount(fetchedCars, 'car')}`}
    </p>
  )
}
