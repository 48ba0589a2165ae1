import { lazy, Suspense, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCommand } from '../../ui/commands.ts'
import { WatchedFolderNotice } from '../../features/watched-folder/WatchedFolderNotice.tsx'
import { platform } from '../../platform/current.ts'
import { Logo } from '../../ui/Logo.tsx'
import { TableOwner } from '../../ui/console-table/table-owner.ts'
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
import { usePalette } from './use-palette.ts'
import { useUnfinishedPhotos } from '../use-unfinished-photos.ts'
import './console.css'

const Shortcuts = lazy(() => import('./Shortcuts.tsx').then((module) => ({ default: module.Shortcuts })))

/** The console's frame around every page: menu, head of the page, page, status. */
export function ConsoleLayout() {
  const { me } = useSession()
  const title = useCurrentTitle()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const drawPalette = usePalette(close)
  // At once: the letters that come next are for its field.
  const openPalette = useCallback(() => flushSync(() => setOpen('palette')), [])
  useCommand('openPalette', openPalette)
  useCommand(
    'shortcuts',
    useCallback(() => setOpen('shortcuts'), []),
  )
  useNotices()
  useUnfinishedPhotos()

  return (
    // Spelling is for what is written in sentences, as in a description: those fields say so.
    <div className="console" spellCheck={false}>
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
        {platform.console && <WatchedFolderNotice host={platform.console} />}
      </div>
      <main id="main" tabIndex={-1} className="console-main">
        <TableOwner value={me?._id ?? ''}>
          <PageOutlet />
        </TableOwner>
      </main>
      <StatusBar />
      <Suspense fallback={null}>
        {open === 'palette' && drawPalette()}
        {open === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </div>
  )
}
