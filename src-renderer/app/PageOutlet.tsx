import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { PageSpinner } from '../ui/controls/Spinner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Renders the current page within a layout, waits for its code, and catches its errors. */
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
