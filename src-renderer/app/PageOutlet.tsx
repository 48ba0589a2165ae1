import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { PageSpinner } from '../ui/controls/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Where a layout puts its page: waits for its code, and keeps its errors inside. */
export function PageOutlet() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}
