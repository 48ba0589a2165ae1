import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { platform } from '../platform/current.ts'
import { PageSpinner } from '../ui/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Overlays } from './Overlays.tsx'
import { AppRoutes } from './routes.tsx'
import { ScrollMemory } from './ScrollMemory.tsx'
import { SkipLink } from './SkipLink.tsx'
import { store } from '../session/store.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { useOnline } from '../ui/use-online.ts'
import { pageLoading } from './lazy-page.ts'

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

/** Says that the next page's code is on its way. */
function NavigationBar() {
  const isLoading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isUnderWay)
  return isLoading ? <LoadingBar /> : null
}

/** Says so while the network is gone; the live region is always there, so that the change is read out. */
function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status" className="no-print">
      {!isOnline && (
        <p className="bg-warning-soft px-4 py-2 text-center text-small font-medium text-warning">
          You’re offline. This page may be out of date; your edits are kept.
        </p>
      )}
    </div>
  )
}
