import { lazy, Suspense, useCallback, useState } from 'react'
import { useCommand } from '../../ui/commands.ts'
import { Logo } from '../../ui/Logo.tsx'
import { SlotPlace } from '../../ui/Slot.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { useCurrentTitle } from '../../ui/page-title.ts'
import { AccountMenu } from '../AccountMenu.tsx'
import { useSession } from '../../session/use-session.ts'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { ConsoleMenu } from './ConsoleMenu.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { StatusBar } from './StatusBar.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'
import { useNotices } from './use-notices.ts'
import './console.css'

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))
const Shortcuts = lazy(() => import('./Shortcuts.tsx').then((module) => ({ default: module.Shortcuts })))

/** The console's frame around every page: menu, head of the page, page, status. */
export function ConsoleLayout() {
  const { me } = useSession()
  const title = useCurrentTitle()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const openPalette = useCallback(() => setOpen('palette'), [])
  useCommand('openPalette', openPalette)
  useCommand(
    'shortcuts',
    useCallback(() => setOpen('shortcuts'), []),
  )
  useNotices()

  return (
    <div className="console">
      <div className="console-side no-print">
        <p className="console-name">
          <Logo />
          Kerblight
        </p>
        <ConsoleMenu onFind={openPalette} />
        <div className="console-account">
          {me && <AccountMenu me={me} />}
          {me && <span className="console-who">{me.fullName}</span>}
          <ThemeToggle />
        </div>
      </div>
      <header className="console-top">
        <SlotPlace name="head" className="console-head" />
        <p className="console-title console-fallback">{title}</p>
      </header>
      <div className="console-notices no-print">
        <UpdateNotice />
        <OfflineNotice />
      </div>
      <main id="main" tabIndex={-1} className="console-main">
        <PageOutlet />
      </main>
      <StatusBar />
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
        {open === 'shortcuts' && <Shortcuts onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}
