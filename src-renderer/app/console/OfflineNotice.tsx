import { formatTime } from '../../../contract/dates.ts'
import { useLiveStatus } from '../../api/live/live-status.ts'
import { useOnline } from '../../ui/use-online.ts'

/** What one sees without the server is the last that came: says from when. The live region is always there. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const { state, syncedAt } = useLiveStatus()
  const isCut = !isOnline || state === 'lost'
  return (
    <div role="status">
      {isCut && (
        <p className="console-notice">
          {isOnline ? 'Can’t reach Kerblight.' : 'You’re offline.'}{' '}
          {syncedAt === null
            ? 'This page may be out of date; your edits are kept.'
            : `Showing data from ${formatTime(syncedAt)}; your edits are kept.`}
        </p>
      )}
    </div>
  )
}
