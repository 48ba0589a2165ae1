import { useEffect, useState } from 'react'
import type { WatchedFolder } from '../../../contract/desktop/watched-folder.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { useSession } from '../../session/use-session.ts'
import { toast } from '../../ui/overlays/toast.ts'

export interface WatchedFolderState {
  /** Null until the state is loaded. */
  state: WatchedFolder | null
  /**
   * Runs a host operation and shows the resulting state.
   * @returns true if it succeeded
   */
  act: (work: () => Promise<WatchedFolder>) => Promise<boolean>
}

export function useWatchedFolder(host: ConsoleHost): WatchedFolderState {
  const ownId = useSession().me?._id
  const [state, setState] = useState<WatchedFolder | null>(null)

  useEffect(() => {
    let isCurrent = true
    const show = (next: WatchedFolder) => isCurrent && setState(next)
    if (ownId !== undefined) void host.watchedFolder.read().then(show)
    const stop = host.watchedFolder.onChange(show)
    return () => {
      isCurrent = false
      stop()
    }
  }, [host, ownId])

  async function act(work: () => Promise<WatchedFolder>): Promise<boolean> {
    try {
      setState(await work())
      return true
    } catch {
      toast.error('That didn’t work. Try again.')
      return false
    }
  }

  return { state: ownId === undefined ? null : state, act }
}
