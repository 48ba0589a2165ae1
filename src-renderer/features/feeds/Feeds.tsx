import { Plus, Rss } from 'lucide-react'
import { useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { ListError } from '../../ui/ListError.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FeedCard } from './FeedCard.tsx'
import { useListFeedsQuery } from './feeds.api.ts'
import { NewFeed } from './NewFeed.tsx'
import './feeds.css'

/** Where others fetch a seller's stock. */
export function Feeds() {
  // Receivers come without this page's knowing.
  const query = useListFeedsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 30_000 })
  const [isOpen, setOpen] = useState(false)
  const newFeed = (
    <Button onClick={() => setOpen(true)}>
      <Plus aria-hidden="true" />
      New feed
    </Button>
  )

  if (!query.data) return query.error ? <ListError query={query} /> : <FeedsSkeleton />
  return (
    <>
      <PageHead
        title={pages.feeds.title}
        count={query.data.length}
        text="Each feed is an address where Google, Meta, or your website fetches your cars on the market. A change is in it at once."
        actions={
          <>
            {query.data.length > 0 && <ExportMenu list="listFeeds" fileName="kerblight-feeds" />}
            {newFeed}
          </>
        }
      />
      {query.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Rss />}
            title="No feeds yet"
            text="Make a feed and enter its address where your cars should show up, too. Nobody types them twice."
            action={newFeed}
          />
        </Card>
      ) : (
        <ul className="feed-list">
          {query.data.map((feed) => (
            <li key={feed._id}>
              <FeedCard feed={feed} />
            </li>
          ))}
        </ul>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="New feed">
        <NewFeed onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function FeedsSkeleton() {
  return (
    <Loading label="Loading feeds" className="flex flex-col gap-4">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-60" />
      <Skeleton className="h-60" />
    </Loading>
  )
}
