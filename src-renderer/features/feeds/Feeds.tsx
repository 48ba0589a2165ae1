import { Plus, Rss } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { feedKinds, feedNames, type FeedKind } from '../../../contract/feed-names.ts'
import { pages } from '../../../contract/pages.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { Fieldset } from '../../ui/form/Field.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { NativeInput } from '../../ui/controls/native-controls.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { FeedCard } from './FeedCard.tsx'
import { feedTexts } from './feed-labels.ts'
import { useListFeedsQuery, useAddFeedMutation } from './feeds.api.ts'
import '../../ui/form/form.css'
import './feeds.css'

/** Lists the feeds that other services fetch a seller's stock from. */
export function Feeds() {
  // Polls because the page is not notified when other services fetch a feed.
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
        text="Each feed is an address where Google, Meta, or your website fetches your cars on the market. A change is in it immediately."
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

function NewFeed({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<FeedKind>('google')
  const [addFeed, { error, isLoading }] = useAddFeedMutation()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const { data } = await addFeed({ body: { kind } })
    if (!data) return
    toast.success(`${feedNames[kind]} feed made`, { detail: 'Copy its address, and enter it there.' })
    onDone()
  }

  return (
    <form
      aria-label="New feed"
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <Fieldset label="Who is it for?">
        {() => (
          <div className="grid gap-2">
            {feedKinds.map((one) => (
              <label key={one} className="choice" data-card="">
                <NativeInput
                  type="radio"
                  name="kind"
                  className="radio"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                <span className="min-w-0 font-semibold">
                  {feedNames[one]}
                  <span className="block text-small font-normal text-muted">{feedTexts[one]}</span>
                </span>
              </label>
            ))}
          </div>
        )}
      </Fieldset>
      <DialogFormEnd errorMessage={error && toProblem(error).message} loading={isLoading} onCancel={onDone}>
        Make feed
      </DialogFormEnd>
    </form>
  )
}
