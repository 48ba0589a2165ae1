import { Braces, FileSpreadsheet, Megaphone, Search, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type FeedKind, feedNames, feedStatuses, feedStatusLabels } from '../../../contract/feed-names.ts'
import type { Feed } from '../../../contract/feeds.ts'
import { formatNumber } from '../../../contract/number-format.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { FeedAddress } from './FeedAddress.tsx'
import { FeedFetched } from './FeedFetched.tsx'
import { feedTexts, feedStatusTones } from './feed-labels.ts'
import { RevokeFeed } from './RevokeFeed.tsx'
import './feeds.css'

const icons: Readonly<Record<FeedKind, LucideIcon>> = {
  google: Search,
  meta: Megaphone,
  json: Braces,
  csv: FileSpreadsheet,
}

export function FeedCard({ feed }: { feed: Feed }) {
  const { _id: id, kind, silent } = feed
  const Icon = icons[kind]
  return (
    <Card className="feed-card">
      <div className="flex items-start gap-3">
        <span aria-hidden="true" className="feed-icon">
          <Icon />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lead font-bold wrap-anywhere">
            <TextLink to={pagePath('feed', { id })}>{feedNames[kind]}</TextLink>
            {silent && <Badge tone="warning">Not fetched for 24 h</Badge>}
          </h2>
          <p className="text-small text-muted">{feedTexts[kind]}</p>
        </div>
        <RevokeFeed feed={feed} />
      </div>
      <FeedAddress feed={feed} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <FeedFetched feed={feed} />
        <FeedCounts feed={feed} />
      </div>
    </Card>
  )
}

function FeedCounts({ feed: { _id: id, counts } }: { feed: Feed }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {feedStatuses
        .filter((status) => status === 'in' || counts[status] > 0)
        .map((status) => (
          <li key={status}>
            <Link to={`${pagePath('feed', { id })}?status=${status}`} className="feed-count text-small">
              <Badge tone={feedStatusTones[status]}>{formatNumber(counts[status])}</Badge>
              <span className="text-link">{feedStatusLabels[status]}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
