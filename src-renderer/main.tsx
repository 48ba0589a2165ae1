import './app/import-again.ts'
import './app/zod-settings.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DesktopBridge, DesktopSetup } from '../contract/desktop-bridge.ts'
import { keepConfig } from './api/config.ts'
import { prerenderedAnswers, readPrerenderedData } from './api/prerendered-answers.ts'
import { refetchWhenOnline } from './api/refetch-when-online.ts'
import { App } from './app/App.tsx'
import { reloadAfterDeployment } from './app/reload-after-deployment.ts'
import { preloadPage } from './app/routes.tsx'
import { keepFocus, untilNothingIsSelected } from './app/take-over.ts'
import { store } from './session/store.ts'
import { followChanges } from './session/follow-changes.ts'
import { restoreSession, watchSession } from './session/session.ts'
import { watchSystemTheme } from './ui/theme.ts'
import { choosePlatform, platform } from './platform/current.ts'
import { installPopGate } from './ui/pop-gate.ts'
import './styles/index.css'

void start(document.getElementById('root')!)

async function start(root: HTMLElement): Promise<void> {
  watchSystemTheme()
  const { desktop } = window
  if (desktop?.facts.setup) return connect(root, desktop, desktop.facts.setup)
  await choosePlatform()
  document.documentElement.dataset.density = platform.density
  reloadAfterDeployment()
  installPopGate()
  refetchWhenOnline(store)
  store.dispatch(watchSession())
  store.dispatch(followChanges(store.subscribe))
  const first = readPrerenderedData()
  if (first) keepConfig(first.config)
  const isMember = await platform.session.restore()
  if (first) store.dispatch(prerenderedAnswers(first.answers, isMember))
  void store.dispatch(restoreSession())
  // What the server drew stays until the page is there in one piece. A page that does not load says so itself.
  if (root.hasChildNodes()) {
    await preloadPage(location.pathname).catch(() => undefined)
    await untilNothingIsSelected()
    keepFocus(root)
  }
  // A transition lets the browser breathe in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

/** A console that has no server yet has nothing else to show. */
async function connect(root: HTMLElement, desktop: DesktopBridge, setup: DesktopSetup): Promise<void> {
  document.documentElement.dataset.density = 'compact'
  const { ConnectScreen } = await import('./app/console/ConnectScreen.tsx')
  createRoot(root).render(<ConnectScreen desktop={desktop} setup={setup} />)
}
