import './app/zod-settings.ts'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstAnswers } from './api/first-answers.ts'
import { App } from './app/App.tsx'
import { reloadAfterDeployment } from './app/reload-after-deployment.ts'
import { preloadPage } from './app/routes.tsx'
import { store } from './app/store.ts'
import { followChanges } from './app/session/follow-changes.ts'
import { restoreSession, watchSession } from './app/session/session.ts'
import { watchSystemTheme } from './app/theme.ts'
import { platform } from './platform/current.ts'
import { installPopGate } from './ui/pop-gate.ts'
import './styles/index.css'

document.documentElement.dataset.density = platform.density
watchSystemTheme()
reloadAfterDeployment()
installPopGate()
store.dispatch(watchSession())
store.dispatch(followChanges(store.subscribe))
void start(document.getElementById('root')!)

async function start(root: HTMLElement): Promise<void> {
  store.dispatch(firstAnswers(await platform.session.restore()))
  void store.dispatch(restoreSession())
  // What the server drew stays until the page is there in one piece. A page that does not load says so itself.
  if (root.hasChildNodes()) await preloadPage(location.pathname).catch(() => undefined)
  // A transition lets the browser breathe in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
