import { Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { formatDayAndTime } from '../../../contract/dates.ts'
import { feedNames } from '../../../contract/feed-names.ts'
import type { Feed } from '../../../contract/feeds.ts'
import { pages } from '../../../contract/pages.ts'
import { IconButton } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toastOutcome } from '../../ui/overlays/toast-outcome.ts'
import { useDeleteFeedMutation } from './feeds.api.ts'

export function RevokeFeed({ feed: { _id: id, kind, at, fetchedAt } }: { feed: Feed }) {
  const [deleteFeed] = useDeleteFeedMutation()
  const navigate = useNavigate()
  const name = feedNames[kind]

  async function handleRevoke() {
    const isWanted = await confirm({
      title: `Revoke the ${name} feed?`,
      text: `It was made ${formatDayAndTime(at)}. Its address stops working immediately, and can’t be brought back.${fetchedAt === null ? '' : ' Services that fetch it now get nothing more.'}`,
      confirmLabel: 'Revoke feed',
    })
    if (!isWanted) return
    const isDone = await toastOutcome(deleteFeed({ params: { id } }), `${name} feed revoked`)
    if (isDone) void navigate(pages.feeds.path)
  }

  return (
    <IconButton label={`Revoke ${name}`} onClick={() => void handleRevoke()}>
      <Trash2 />
    </IconButton>
  )
}
