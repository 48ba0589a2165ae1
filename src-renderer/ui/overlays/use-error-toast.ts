import { useEffect, useRef } from 'react'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { toast } from './toast.ts'
import { useOnline } from '../use-online.ts'

/**
 * Says in a toast, too, why a list did not load: once, and again only after it has loaded or for another reason. Not
 * where it is said already: that the network is gone, that one is signed out, or that it isn’t for them.
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
