import { useEffect, useRef } from 'react'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { toast } from './toast.ts'
import { useOnline } from '../use-online.ts'

/**
 * Also reports a list's load error in a toast: once, and again only after the list has loaded or for another
 * reason. Errors that are already shown elsewhere are skipped: a lost network, an expired sign-in, and a
 * missing permission.
 */
export function useErrorToast({ error, isFetching }: { error?: unknown; isFetching: boolean }): void {
  const isOnline = useOnline()
  const said = useRef<string>(null)

  useEffect(() => {
    if (!error) said.current = null
    if (!error || isFetching) return
    const { code, status, message } = toProblem(error)
    if (status === 401 || code === 'not-allowed' || said.current === code) return
    said.current = code
    const isOfflineSaid = code === 'offline' && (!isOnline || platform.console !== null)
    if (!isOfflineSaid) toast.error(message)
  }, [error, isFetching, isOnline])
}
