import { useEffect } from 'react'
import { onLiveNotice } from '../../api/live/live-status.ts'
import { platform } from '../../platform/current.ts'
import { useAppDispatch } from '../../session/store.ts'
import { describeNotice } from './describe-notice.ts'

/** Tells the desktop what somebody should look at. */
export function useNotices(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const host = platform.console
    if (!host) return
    return onLiveNotice((notice) => void dispatch(describeNotice(notice)).then(host.notify))
  }, [dispatch])
}
