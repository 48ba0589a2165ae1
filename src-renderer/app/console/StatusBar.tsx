import { useEffect, useState } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { api } from '../../api/api.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch, useAppSelector, type RootState } from '../../session/store.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useCachedSince } from '../../api/cached-responses.ts'
import { useLiveStatus } from '../../api/live/live-status.ts'
import { SandboxBadge } from '../../features/config/SandboxBadge.tsx'
import { platform } from '../../platform/current.ts'
import { SlotPlace } from '../../ui/Slot.tsx'
import { useSession } from '../../session/use-session.ts'

const LOOK_MS = 15_000

/** Shows the page's keyboard shortcuts and the age of the data at the bottom of the window. */
export function StatusBar() {
  const { me } = useSession()
  const update = useUpdate()

  return (
    <footer className="console-status no-print">
      <SlotPlace name="hints" className="console-hints" />
      {me && !platform.session.isRemembered() && <span>No keychain: you’ll be signed out when you quit</span>}
      {update !== null && <span>Version {update} is ready. Quit to install it</span>}
      <SandboxBadge />
      {me && <SyncState />}
    </footer>
  )
}

function SyncState() {
  const { state, syncedAt } = useLiveStatus()
  const cachedSince = useCachedSince()
  const isBehind = useIsBehind()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  if (state === 'off') return null
  if (state === 'connecting' || syncedAt === null) return <span>Connecting…</span>
  if (state === 'live' && isBehind) return <span>Not up to date. Trying again…</span>
  // While the stream is open and every request has succeeded, all displayed data is current.
  return (
    <span>
      {state === 'live'
        ? `Synced ${formatTime(Math.max(now, syncedAt))}`
        : `Last synced ${formatMoment(cachedSince ?? syncedAt)}`}
    </span>
  )
}

function useUpdate(): string | null {
  const [version, setVersion] = useState<string | null>(null)
  useEffect(() => platform.console?.onUpdateReady((update) => setVersion(update.version)), [])
  return version
}

/** The error codes that are worth retrying. */
const retryableCodes = ['too-many-requests', 'overloaded', 'service-unavailable', 'internal', 'unknown']
const AGAIN_MS = 5_000

type Endpoints = Readonly<Record<string, { initiate: (arg: unknown, options: object) => never } | undefined>>

/**
 * Returns true if displayed data is stale because the server failed to respond. Such data is
 * refetched until it arrives.
 */
function useIsBehind(): boolean {
  const dispatch = useAppDispatch()
  const missing = useAppSelector((state) =>
    listMissingData(state)
      .map(({ key }) => key)
      .join('\n'),
  )
  const isBehind = missing !== ''
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(
      () =>
        dispatch((_: unknown, getState: () => RootState) => {
          // The endpoint may be missing: features inject their endpoints when their pages load.
          const endpoints = api.endpoints as Endpoints
          for (const { name, arg } of listMissingData(getState()))
            dispatch(endpoints[name]!.initiate(arg, { subscribe: false, forceRefetch: true }))
        }),
      AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [dispatch, isBehind])
  return isBehind
}

interface Missing {
  key: string
  name: string
  arg: unknown
}

/** Returns the displayed queries that have failed, including those being refetched. */
function listMissingData({ api: { queries, subscriptions } }: RootState): Missing[] {
  return Object.entries<Query | undefined>(queries).flatMap(([key, query]) => {
    const isMissing = query?.error !== undefined && retryableCodes.includes(toProblem(query.error).code)
    const isShown = Object.keys(subscriptions[key] ?? {}).length > 0
    return isMissing && isShown ? [{ key, name: query.endpointName!, arg: query.originalArgs }] : []
  })
}

interface Query {
  error?: unknown
  endpointName?: string
  originalArgs?: unknown
}
