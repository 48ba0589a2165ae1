import { Bell, CheckCheck } from 'lucide-react'
import type { Message } from '../../../contract/messages.ts'
import { pages } from '../../../contract/pages.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { StaleNotice } from '../../ui/table/StaleNotice.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { MessageCard } from './MessageCard.tsx'
import {
  useCountUnreadMessagesQuery,
  useListMessagesInfiniteQuery,
  useReadMessagesMutation,
} from './messages.api.ts'

/** Lists the user's notifications, which are also sent by email. */
export function Messages() {
  // Refetched at each visit, because other users' actions create notifications.
  const query = useListMessagesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })
  const { items, total } = flattenPages(query.data)
  const newest = items?.[0]
  const unread = useCountUnreadMessagesQuery().data?.count ?? 0

  if (!items) return query.error ? <ListError query={query} /> : <MessagesSkeleton />
  return (
    <>
      <PageHead
        title={pages.messages.title}
        count={total}
        text="Sales, refunds, report decisions, and account updates. We email you a copy, too."
        actions={
          <>
            <ExportMenu list="listMessages" fileName="kerblight-notifications" />
            {newest && unread > 0 && <MarkAllAsRead newest={newest} />}
          </>
        }
      />
      {items.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Bell />}
            title="No notifications yet"
            text="When a payment goes through, a report is decided, or your account changes, we’ll let you know here."
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
    <Loading label="Loading notifications" className="flex flex-col gap-3">
      <Skeleton className="mb-3 h-9 w-44" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </Loading>
  )
}

interface MarkAllAsReadProps {
  /** The newest notification on screen. Any that arrive while the button is pressed stay unread. */
  newest: Message
}

function MarkAllAsRead({ newest }: MarkAllAsReadProps) {
  const [readMessages, { isLoading }] = useReadMessagesMutation()

  async function handleClick() {
    const { error } = await readMessages({ body: { newest: newest._id } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <Button variant="secondary" loading={isLoading} onClick={() => void handleClick()}>
      <CheckCheck aria-hidden="true" />
      Mark all as read
    </Button>
  )
}
