import { Search, UserRound } from 'lucide-react'
import { lazy, Suspense, useCallback, useState, useEffect, createElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { commands } from '../../../contract/desktop/commands.ts'
import { pages } from '../../../contract/pages.ts'
import { useConfig } from '../../api/config.ts'
import { useIsOutdated } from '../../api/console-gate.ts'
import { useCachedSince } from '../../api/cached-responses.ts'
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
import { getAcceleratorLabel } from '../../ui/accelerators.ts'
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

/** Renders the console's frame: the menu, the page header, the page, and the status bar. */
export function ConsoleLayout() {
  const { me } = useSession()
  const title = useCurrentTitle()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const drawPalette = usePalette(close)
  // The palette opens synchronously, so that its field receives the next letters typed.
  const openPalette = useCallback(() => flushSync(() => setOpen('palette')), [])
  useCommand('openPalette', openPalette)
  useCommand(
    'shortcuts',
    useCallback(() => setOpen('shortcuts'), []),
  )
  useNotices()
  useUnfinishedPhotos()

  return (
    // Spell checking helps only with prose, such as descriptions, and those fields enable it
    // themselves.
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

/** Shows desktop notifications about events that need the user's attention. */
function useNotices(): void {
  const dispatch = useAppDispatch()

  useEffect(() => {
    const host = platform.console
    if (!host) return
    return onLiveNotice((notice) => void dispatch(describeNotice(notice)).then(host.notify))
  }, [dispatch])
}

/**
 * Returns a function that renders the palette. Its code loads in advance: suspending would lose the
 * first letters typed.
 */
function usePalette(onClose: () => void): () => ReactNode {
  const [loadedPalette, setLoadedPalette] = useState<typeof Palette | null>(null)
  useEffect(() => {
    void retryLoad(loadPalette)
      .then((Part) => setLoadedPalette(() => Part))
      .catch(() => undefined)
  }, [])
  return () => loadedPalette && createElement(loadedPalette, { onClose })
}

/**
 * Explains how to proceed with a console that is too old to save data. The live region is always
 * rendered, so that screen readers announce the text.
 */
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

/**
 * Shows the age of the displayed data while the server is unreachable. The live region is always
 * rendered, so that screen readers announce the text.
 */
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

function ConsoleMenu({ onFind }: { onFind: () => void }) {
  const { me } = useSession()

  return (
    <nav aria-label={pages.overview.title} className="console-menu">
      <button type="button" className="side-link" onClick={onFind}>
        <Search aria-hidden="true" />
        <span>Find</span>
        <kbd>{getAcceleratorLabel(commands.openPalette.accelerator)}</kbd>
      </button>
      {me === null ? (
        <SideLink label={pages.login.title} to={pages.login.path} icon={UserRound} />
      ) : (
        <MenuGroups me={me} />
      )}
    </nav>
  )
}
