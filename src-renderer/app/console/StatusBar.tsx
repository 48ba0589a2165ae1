import { useEffect, useState } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useKeptSince } from '../../api/kept-answers.ts'
import { useLiveStatus } from '../../api/live/live-status.ts'
import { SandboxBadge } from '../../features/config/SandboxBadge.tsx'
import { platform } from '../../platform/current.ts'
import { SlotPlace } from '../../ui/Slot.tsx'

import { useIsBehind } from './use-behind.ts'
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
  const keptSince = useKeptSince()
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
