import { Rss } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { feedNames } from '../../../contract/feed-names.ts'
import { pages } from '../../../contract/pages.ts'
import { Breadcrumb } from '../../ui/controls/Breadcrumb.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { isAbsent, RecordState } from '../../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { FeedAddress } from './FeedAddress.tsx'
import { FeedCars } from './FeedCars.tsx'
import { FeedFetched } from './FeedFetched.tsx'
import { feedTexts } from './feed-labels.ts'
import { useGetFeedQuery } from './feeds.api.ts'
import { RevokeFeed } from './RevokeFeed.tsx'
import './feeds.css'

export function OneFeed() {
  const { id = '' } = useParams()
  return <Feed key={id} id={id} />
}

function Feed({ id }: { id: string }) {
  const query = useGetFeedQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const feed = query.data
  usePageTitle(feed && feedNames[feed.kind])
  if (!feed || isAbsent(query))
    return <RecordState query={query} loading={<FeedSkeleton />} absent={noSuchFeed} />

  return (
    <>
      {!isDense() && (
        <Breadcrumb
          items={[{ label: pages.feeds.title, to: pages.feeds.path }, { label: feedNames[feed.kind] }]}
        />
      )}
      <PageHead
        title={`${feedNames[feed.kind]} feed`}
        text={feedTexts[feed.kind]}
        actions={<RevokeFeed feed={feed} />}
      />
      {feed.silent && (
        <Notice
          tone="warning"
          className="feed-notice mb-4"
          title={`Nobody has fetched this feed ${feed.fetchedAt === null ? 'yet' : 'for 24 hours'}`}
        >
          <p>
            Check that its address is entered where it should be fetched, and that fetching is switched on.
          </p>
        </Notice>
      )}
      <Card className="feed-card mb-4">
        <FeedAddress feed={feed} />
        <FeedFetched feed={feed} />
      </Card>
      <FeedCars feed={feed} />
    </>
  )
}

const noSuchFeed = {
  icon: <Rss />,
  title: 'We couldn’t find that feed',
  text: 'It was revoked, it’s someone else’s, or the address is wrong.',
  back: { label: 'Back to feeds', to: pages.feeds.path },
}

function FeedSkeleton() {
  return (
    <Loading label="Loading the feed" className="flex flex-col gap-4">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-60" />
      <Skeleton className="h-72" />
    </Loading>
  )
}
