import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { platform } from '../platform/current.ts'
import { PageSpinner } from '../ui/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { NavigationBar } from './NavigationBar.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { Overlays } from './Overlays.tsx'
import { AppRoutes } from './routes.tsx'
import { ScrollMemory } from './ScrollMemory.tsx'
import { SkipLink } from './SkipLink.tsx'
import { store } from '../session/store.ts'

const ConsoleCommands = lazy(() =>
  import('./console/ConsoleCommands.tsx').then((module) => ({ default: module.ConsoleCommands })),
)

export function App() {
  return (
    <Provider store={store}>
      <CSPProvider disableStyleElements>
        <BrowserRouter>
          <SkipLink />
          <NavigationBar />
          {platform.density === 'comfortable' && <OfflineBanner />}
          {platform.console && (
            <Suspense fallback={null}>
              <ConsoleCommands host={platform.console} />
            </Suspense>
          )}
          <ErrorBoundary resetKey="">
            <Suspense fallback={<PageSpinner />}>
              <AppRoutes />
            </Suspense>
          </ErrorBoundary>
          <Overlays />
          <ScrollMemory />
        </BrowserRouter>
      </CSPProvider>
    </Provider>
  )
}
