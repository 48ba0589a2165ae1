import './app/import-again.ts'
import './app/zod-settings.ts'
import { choosePlatform } from './platform/choose-platform.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DesktopBridge, DesktopSetup } from '../contract/desktop/desktop-bridge.ts'
import { keepConfig } from './api/config.ts'
import { restorePrerenderedResponses, readPrerenderedData } from './api/prerendered-responses.ts'
import { watchPresses } from './api/press-tracker.ts'
import { refetchWhenOnline } from './api/refetch-when-online.ts'
import { App } from './app/App.tsx'
import { reloadAfterDeployment } from './app/reload-after-deployment.ts'
import { preloadPage } from './app/routes.tsx'
import { keepFocusAndDetails, waitForEmptySelection } from './app/take-over.ts'
import { store } from './session/store.ts'
import { restoreSession, watchSession } from './session/session.ts'
import { retryLoadInBackground } from './ui/retry-load.ts'
import { watchSystemTheme } from './ui/theme.ts'
import { platform } from './platform/current.ts'
import { installHistoryGuard } from './ui/overlays/history-guard.ts'
import './styles/index.css'

/**
 * Delay in milliseconds before live updates start for a visitor. The page's first requests need the
 * connection, and a visitor who leaves quickly needs no stream.
 */
const SETTLED_MS = 2_000

void start(document.getElementById('root')!)

async function start(root: HTMLElement): Promise<void> {
  watchSystemTheme()
  const { desktop } = window
  if (desktop?.facts.setup) return connect(root, desktop, desktop.facts.setup)
  await choosePlatform()
  document.documentElement.dataset.density = platform.density
  if (!desktop) reloadAfterDeployment()
  installHistoryGuard()
  watchPresses()
  refetchWhenOnline(store)
  store.dispatch(watchSession())
  const first = readPrerenderedData()
  if (first) keepConfig(first.config)
  const isMember = await platform.session.restore()
  if (first) store.dispatch(restorePrerenderedResponses(first.responses, isMember))
  void store.dispatch(restoreSession())
  // The server-rendered markup stays until the whole page can replace it. A page that fails to load
  // reports its own error.
  if (root.hasChildNodes()) {
    await preloadPage(location.pathname).catch(() => undefined)
    await waitForEmptySelection()
    keepFocusAndDetails(root)
  }
  // A transition lets the browser handle other work during the initial render.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  setTimeout(() => void follow(), isMember ? 0 : SETTLED_MS)
}

async function follow(): Promise<void> {
  const { followSession } = await retryLoadInBackground(() => import('./app/follow-session.ts'))
  followSession(store)
}

/** Shows the connect screen. A console without a server has nothing else to show. */
async function connect(root: HTMLElement, desktop: DesktopBridge, setup: DesktopSetup): Promise<void> {
  document.documentElement.dataset.density = 'compact'
  const { ConnectScreen } = await import('./app/console/ConnectScreen.tsx')
  createRoot(root).render(<ConnectScreen desktop={desktop} setup={setup} />)
}
