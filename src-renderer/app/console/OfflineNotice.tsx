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
          {isOnline ? 'Kerblight cannot be reached.' : 'You are offline.'}{' '}
          {syncedAt === null
            ? 'What you see may be out of date; what you type stays here.'
            : `What you see is from ${formatTime(syncedAt)}; what you type stays here.`}
        </p>
      )}
    </div>
  )
}
