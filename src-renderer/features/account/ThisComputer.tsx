import { useEffect, useState } from 'react'
import type { ConsolePreferences } from '../../../contract/desktop-channels.ts'
import type { ConsoleHost } from '../../platform/platform.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { toast } from '../../ui/toast.ts'

const FAILED = 'We couldn’t save this. Try again.'

/** What somebody chooses for the console on this computer. */
export function ThisComputer({ host }: { host: ConsoleHost }) {
  const [preferences, setPreferences] = useState<ConsolePreferences | null>(null)
  useEffect(() => void host.readPreferences().then(setPreferences), [host])

  async function save(change: Partial<ConsolePreferences>) {
    setPreferences((before) => before && { ...before, ...change })
    try {
      setPreferences(await host.savePreferences(change))
    } catch {
      setPreferences(preferences)
      toast.error(FAILED)
    }
  }

  return (
    <>
      <Checkbox
        label="Keep running in the tray when I close the window"
        hint="Notifications keep coming. To quit, use the icon in the tray or the File menu."
        disabled={preferences === null}
        checked={preferences?.staysInTray ?? false}
        onChange={({ target }) => void save({ staysInTray: target.checked })}
      />
      <Checkbox
        label="Start when I sign in to this computer"
        hint={preferences?.startsAtLogin === null ? 'Works once the console is installed.' : undefined}
        disabled={typeof preferences?.startsAtLogin !== 'boolean'}
        checked={preferences?.startsAtLogin ?? false}
        onChange={({ target }) => void save({ startsAtLogin: target.checked })}
      />
    </>
  )
}
