import { useKeptSince } from '../../api/kept-answers.ts'
import { useLiveStatus } from '../../api/live/live-status.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useOnline } from '../../ui/use-online.ts'

/** What one sees without the server is the last that came: says from when. The live region is always there. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const { state, syncedAt } = useLiveStatus()
  const since = useKeptSince() ?? syncedAt
  const isCut = !isOnline || state === 'lost'
  return (
    <div role="status">
      {isCut && (
        <p className="console-notice">
          {isOnline ? 'Can’t reach Kerblight.' : 'You’re offline.'}{' '}
          {since === null
            ? 'This page may be out of date; your edits are kept.'
            : `Showing data from ${formatMoment(since)}; your edits are kept.`}
        </p>
      )}
    </div>
  )
}
