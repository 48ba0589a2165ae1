import { useEffect } from 'react'
import { onLiveNotice } from '../../api/live/live-status.ts'
import { platform } from '../../platform/current.ts'
import { useAppDispatch } from '../store.ts'
import { describeNotice } from './describe-notice.ts'

/** Tells the desktop what somebody should look at; the badge counts what came while nobody looked. */
export function useNotices(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const host = platform.console
    if (!host) return
    let unseen = 0
    const stop = onLiveNotice((notice) => {
      if (!document.hasFocus()) host.setBadge((unseen += 1))
      void dispatch(describeNotice(notice)).then(host.notify)
    })
    const handleFocus = () => {
      if (unseen > 0) host.setBadge((unseen = 0))
    }
    addEventListener('focus', handleFocus)
    return () => {
      stop()
      removeEventListener('focus', handleFocus)
    }
  }, [dispatch])
}
