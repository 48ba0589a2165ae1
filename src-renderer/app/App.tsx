import { CSPProvider } from '@base-ui/react/csp-provider'
import {
  lazy,
  Suspense,
  useSyncExternalStore,
  createElement,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router-dom'
import { onReconnect } from '../api/on-reconnect.ts'
import { platform } from '../platform/current.ts'
import { PageSpinner } from '../ui/controls/Spinner.tsx'
import { confirmRequests } from '../ui/overlays/confirm.ts'
import { retryLoad } from '../ui/retry-load.ts'
import type { RequestQueue } from '../ui/request-queue.ts'
import { toastRequests } from '../ui/overlays/toast.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'
import { ScrollMemory } from './ScrollMemory.tsx'
import { SkipLink } from './SkipLink.tsx'
import { store } from '../session/store.ts'
import { LoadingBar } from '../ui/controls/LoadingBar.tsx'
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

function NavigationBar() {
  const isLoading = useSyncExternalStore(pageLoading.subscribe, pageLoading.isUnderWay)
  return isLoading ? <LoadingBar /> : null
}

/**
 * Shows a notice while offline. The live region is always rendered, so that screen readers announce
 * the change.
 */
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

const loadToasts = () => import('../ui/overlays/ToastHost.tsx').then((module) => module.ToastHost)
const loadQuestions = () => import('../ui/overlays/ConfirmHost.tsx').then((module) => module.ConfirmHost)

/**
 * Shows the overlays that every page shares. Their code is not in the initial load. Toasts load
 * once the page has settled, so they work offline and their live region exists before its first
 * text. Dialogs load with the first question.
 */
function Overlays() {
  const toasts = useHost(loadToasts, toastRequests, 2500)
  const questions = useHost(loadQuestions, confirmRequests)
  return (
    <>
      {toasts}
      {questions}
    </>
  )
}

/**
 * Returns a component that loads at the first request or earlier. A failed load is retried a few
 * times, then at each request and when the network is back. Nothing else on the page is affected.
 * @param soonMs delay in milliseconds before it loads without a request
 */
function useHost<Request>(
  load: () => Promise<ComponentType>,
  requests: RequestQueue<Request>,
  soonMs?: number,
): ReactNode {
  const [host, setHost] = useState<ReactNode>(null)

  useEffect(() => {
    let isLoading = false
    const attempt = () => {
      if (isLoading) return
      isLoading = true
      retryLoad(load)
        .then((Host) => setHost(createElement(Host)))
        .catch(() => (isLoading = false))
    }
    const timer = soonMs && setTimeout(attempt, soonMs)
    const stopWaiting = requests.onWanted(attempt)
    const stopRetrying = onReconnect(attempt)
    return () => {
      clearTimeout(timer)
      stopWaiting()
      stopRetrying()
    }
  }, [load, requests, soonMs])

  return host
}
