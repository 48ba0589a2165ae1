import { useEffect, useRef } from 'react'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { toast } from './toast.ts'
import { useOnline } from '../use-online.ts'

/**
 * Reports a list's load error in a toast, and repeats it only after the list has loaded or if the
 * reason changes. Errors that are shown elsewhere are skipped: a lost connection, an expired
 * sign-in, and a missing permission.
 */
export function useErrorToast({ error, isFetching }: { error?: unknown; isFetching: boolean }): void {
  const isOnline = useOnline()
  const shownCode = useRef<string>(null)

  useEffect(() => {
    if (!error) shownCode.current = null
    if (!error || isFetching) return
    const { code, status, message } = toProblem(error)
    if (status === 401 || code === 'not-allowed' || shownCode.current === code) return
    shownCode.current = code
    const isOfflineShown = code === 'offline' && (!isOnline || platform.console !== null)
    if (!isOfflineShown) toast.error(message)
  }, [error, isFetching, isOnline])
}
