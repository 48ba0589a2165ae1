import { Mail } from 'lucide-react'
import { pages } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { ListError, StaleNotice } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { MessageCard } from './MessageCard.tsx'
import { useListMessagesInfiniteQuery } from './messages.api.ts'

/** What the product told one; the same texts go out by mail. */
export function Messages() {
  // They come from what others do.
  const query = useListMessagesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { items, total } = pagesOf(query.data)

  if (!items) return query.error ? <ListError query={query} /> : <MessagesSkeleton />
  return (
    <>
      <PageHead
        title={pages.messages.title}
        count={total}
        text="Sales, refunds, decisions and your account. The same goes to your e-mail address."
      />
      {items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Mail />}
            title="No messages yet"
            text="When a payment lands, a report is decided or your account changes, you read it here."
          />
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((message) => (
            <li key={message._id}>
              <MessageCard message={message} />
            </li>
          ))}
        </ul>
      )}
      <StaleNotice query={query} />
      <LoadMore
        shown={items.length}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.error}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function MessagesSkeleton() {
  return (
    <Loading label="Loading messages" className="flex flex-col gap-3">
      <Skeleton className="mb-3 h-9 w-44" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </Loading>
  )
}
