import { Search, UserRound } from 'lucide-react'
import { lazy, Suspense, useCallback, useState, useEffect, createElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { commands } from '../../../contract/desktop/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { useConfig } from '../../api/config.ts'
import { useIsOutdated } from '../../api/console-gate.ts'
import { useCachedSince } from '../../api/cached-answers.ts'
import { onLiveNotice, useLiveStatus } from '../../api/live/live-status.ts'
import { useCommand } from '../../ui/commands.ts'
import { WatchedFolderNotice } from '../../features/watched-folder/WatchedFolderNotice.tsx'
import { platform } from '../../platform/current.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Logo } from '../../ui/controls/Logo.tsx'
import { TableOwner } from '../../ui/table/console/table-owner.ts'
import { SlotPlace } from '../../ui/Slot.tsx'
import { PageOutlet } from '../PageOutlet.tsx'
import { useCurrentTitle } from '../../ui/page-title.ts'
import { AccountMenu } from '../AccountMenu.tsx'
import { useSession } from '../../session/use-session.ts'
import { acceleratorLabel } from '../../ui/accelerators.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { retryLoad } from '../../ui/retry-load.ts'
import { useOnline } from '../../ui/use-online.ts'
import { MenuGroups, SideLink } from '../MenuGroups.tsx'
import { ThemeToggle } from '../ThemeToggle.tsx'
import { StatusBar } from './StatusBar.tsx'
import { useUnfinishedPhotos } from '../use-unfinished-photos.ts'
import './console.css'
import { describeNotice } from './describe-notice.ts'
import type { Palette } from './Palette.tsx'

const loadPalette = () => import('./Palette.tsx').then((module) => module.Palette)

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

/** Tells the desktop what somebody should look at. */
function useNotices(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const host = platform.console
    if (!host) return
    return onLiveNotice((notice) => void dispatch(describeNotice(notice)).then(host.notify))
  }, [dispatch])
}

/** Draws the palette, whose code is loaded before it is asked for: a promise of it would lose the first letters typed. */
function usePalette(onClose: () => void): () => ReactNode {
  const [loaded, setLoaded] = useState<typeof Palette | null>(null)
  useEffect(() => {
    void retryLoad(loadPalette)
      .then((Part) => setLoaded(() => Part))
      .catch(() => undefined)
  }, [])
  return () => loaded && createElement(loaded, { onClose })
}

/** In a console that is too old to write: says what to do. The live region is always there. */
function UpdateNotice() {
  const isOutdated = useIsOutdated()
  const config = useConfig()
  return (
    <div role="status">
      {isOutdated && (
        <p className="console-notice">
          Update required. This version of the console is read-only.{' '}
          {config?.hasConsoleDownload === true && (
            <button type="button" className="text-link" onClick={() => platform.openExternal('/console')}>
              Download the new version
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** What one sees without the server is the last that came: says from when. The live region is always there. */
function OfflineNotice() {
  const isOnline = useOnline()
  const { state, syncedAt } = useLiveStatus()
  const since = useCachedSince() ?? syncedAt
  const isCut = !isOnline || state === 'lost'
  return (
    <div role="status">
      {isCut && (
        <p className="console-notice">
          {isOnline ? 'Can’t reach Kerblight.' : 'You’re offline.'}{' '}
          {since === null
            ? 'This page may be out of date; your edits are kept.'
            : `Showing data from ${formatMoment(since)}; your edits are kept.`}
        </p>
      )}
    </div>
  )
}

/** The ways to every page of one's role, with how much there is. */
function ConsoleMenu({ onFind }: { onFind: () => void }) {
  const { me } = useSession()

  return (
    <nav aria-label={pages.overview.title} className="console-menu">
      <button type="button" className="side-link" onClick={onFind}>
        <Search aria-hidden="true" />
        <span>Find</span>
        <kbd>{acceleratorLabel(commands.openPalette.accelerator)}</kbd>
      </button>
      {me === null ? (
        <SideLink label={pages.login.title} to={pages.login.path} icon={UserRound} />
      ) : (
        <MenuGroups me={me} />
      )}
    </nav>
  )
}
