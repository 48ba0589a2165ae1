import { Newspaper } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { useMe } from '../../session/use-session.ts'
import { readDraft } from '../../ui/form/draft.ts'
import { RecordState } from '../../ui/controls/RecordState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { NewsletterEditor } from './NewsletterEditor.tsx'
import { SentNewsletter } from './SentNewsletter.tsx'
import { getIssueTitle } from './issue-labels.ts'
import { useGetIssueQuery } from './issues.api.ts'
import { buildDraftKey } from './use-issue-draft.ts'

/** The polling interval in milliseconds while the newsletter is being sent. */
const POLL_MS = 2000

export function EditNewsletter() {
  const { id = '' } = useParams()
  return <OneNewsletter key={id} id={id} />
}

function OneNewsletter({ id }: { id: string }) {
  const me = useMe()
  const [isSending, setSending] = useState(false)
  const query = useGetIssueQuery(
    { params: { id } },
    {
      pollingInterval: isSending ? POLL_MS : 0,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  )
  const issue = query.data
  if (issue && (issue.state === 'sending') !== isSending) setSending(!isSending)
  usePageTitle(issue && getIssueTitle(issue))

  if (!issue) return <RecordState query={query} loading={<EditorSkeleton />} absent={noSuchNewsletter} />
  // Unsaved text stays visible, even if another admin has since sent the newsletter.
  const isEdited = 'text' in readDraft(buildDraftKey(me._id, id))
  return issue.state === 'draft' || isEdited ? (
    <NewsletterEditor issue={issue} />
  ) : (
    <SentNewsletter issue={issue} />
  )
}

const noSuchNewsletter = {
  icon: <Newspaper />,
  title: 'This newsletter isn’t here anymore',
  text: 'It was deleted, or the address is wrong.',
  back: { label: 'Back to newsletters', to: pages.newsletter.path },
}

function EditorSkeleton() {
  return (
    <Loading label="Loading the newsletter" className="flex flex-col gap-5">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-96" />
    </Loading>
  )
}
