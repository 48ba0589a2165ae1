import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmRequests } from '../ui/confirm.ts'
import { toastRequests } from '../ui/toast.ts'

const ToastHost = lazy(() => import('../ui/ToastHost.tsx').then((module) => ({ default: module.ToastHost })))
const ConfirmHost = lazy(() =>
  import('../ui/ConfirmHost.tsx').then((module) => ({ default: module.ConfirmHost })),
)

/**
 * What lies over every page. Kept out of the first load: toasts come once the page has settled (so that they also
 * work offline, and their live region is there before its first text), questions when the first is asked.
 */
export function Overlays() {
  const [isToasting, setToasting] = useState(false)
  const [isAsking, setAsking] = useState(false)

  useEffect(() => toastRequests.onWanted(() => setToasting(true)), [])
  useEffect(() => confirmRequests.onWanted(() => setAsking(true)), [])
  useEffect(() => {
    const timer = setTimeout(() => setToasting(true), 2500)
    return () => clearTimeout(timer)
  }, [])

  // A boundary each: in a shared one, the toasts' code on its way would hide an open question.
  return (
    <>
      <Suspense fallback={null}>{isToasting && <ToastHost />}</Suspense>
      <Suspense fallback={null}>{isAsking && <ConfirmHost />}</Suspense>
    </>
  )
}
