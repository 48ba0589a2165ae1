import { Link } from 'react-router-dom'
import { figure } from '../../../contract/figure.ts'
import { pagePath } from '../../../contract/pages.ts'
import { feedStatuses, feedStatusWords } from '../../../contract/feed-names.ts'
import type { Feed } from '../../../contract/feeds.ts'
import { Badge } from '../../ui/Badge.tsx'
import { feedStatusTones } from './feed-words.ts'

/** How many cars are in, may be refused, and are left out; each leads to its cars. */
export function FeedCounts({ feed: { _id: id, counts } }: { feed: Feed }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {feedStatuses
        .filter((status) => status === 'in' || counts[status] > 0)
        .map((status) => (
          <li key={status}>
            <Link to={`${pagePath('feed', { id })}?status=${status}`} className="feed-count text-small">
              <Badge tone={feedStatusTones[status]}>{figure(counts[status])}</Badge>
              <span className="text-link">{feedStatusWords[status]}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
