import './app/zod-settings.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { reloadAfterDeployment } from './app/reload-after-deployment.ts'
import { store } from './app/store.ts'
import { restoreSession, watchSession } from './app/session/session.ts'
import { platform } from './platform/current.ts'
import { installPopGate } from './ui/pop-gate.ts'
import './styles/index.css'

document.documentElement.dataset.density = platform.density
reloadAfterDeployment()
installPopGate()
store.dispatch(watchSession())
void store.dispatch(restoreSession())

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
