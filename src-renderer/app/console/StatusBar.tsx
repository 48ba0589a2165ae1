import { useEffect, useState } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { api } from '../../api/api.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch, useAppSelector, type RootState } from '../../session/store.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useCachedSince } from '../../api/cached-answers.ts'
import { useLiveStatus } from '../../api/live/live-status.ts'
import { SandboxBadge } from '../../features/config/SandboxBadge.tsx'
import { platform } from '../../platform/current.ts'
import { SlotPlace } from '../../ui/Slot.tsx'
import { useSession } from '../../session/use-session.ts'

const LOOK_MS = 15_000

/** The foot of the window: what the page's keys do, and how fresh everything is. */
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
  const keptSince = useCachedSince()
  const isBehind = useIsBehind()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])

  if (state === 'off') return null
  if (state === 'connecting' || syncedAt === null) return <span>Connecting…</span>
  if (state === 'live' && isBehind) return <span>Not up to date. Trying again…</span>
  // While the stream is open and each answer came, all that is shown is as the server has it now.
  return (
    <span>
      {state === 'live'
        ? `Synced ${formatTime(Math.max(now, syncedAt))}`
        : `Last synced ${formatMoment(keptSince ?? syncedAt)}`}
    </span>
  )
}

function useUpdate(): string | null {
  const [version, setVersion] = useState<string | null>(null)
  useEffect(() => platform.console?.onUpdateReady((update) => setVersion(update.version)), [])
  return version
}

/** What the server did not get to: it is worth asking again. */
const busy = ['too-many-requests', 'overloaded', 'service-unavailable', 'internal', 'unknown']
const AGAIN_MS = 5_000

type Endpoints = Readonly<Record<string, { initiate: (arg: unknown, options: object) => never } | undefined>>

/**
 * Whether something that is shown is not as the server has it, because it did not answer: that is asked for again, until
 * it does.
 */
function useIsBehind(): boolean {
  const dispatch = useAppDispatch()
  const missing = useAppSelector((state) =>
    missingOf(state)
      .map(({ key }) => key)
      .join('\n'),
  )
  const isBehind = missing !== ''
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(
      () =>
        dispatch((_: unknown, getState: () => RootState) => {
          // Features bring their endpoints with their pages.
          const endpoints = api.endpoints as Endpoints
          for (const { name, arg } of missingOf(getState()))
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

/** What was refused, of what is shown; while it is asked for again, too. */
function missingOf({ api: { queries, subscriptions } }: RootState): Missing[] {
  return Object.entries<Query | undefined>(queries).flatMap(([key, query]) => {
    const isMissing = query?.error !== undefined && busy.includes(toProblem(query.error).code)
    const isShown = Object.keys(subscriptions[key] ?? {}).length > 0
    return isMissing && isShown ? [{ key, name: query.endpointName!, arg: query.originalArgs }] : []
  })
}

interface Query {
  error?: unknown
  endpointName?: string
  originalArgs?: unknown
}
