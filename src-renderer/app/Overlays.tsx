import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { onReconnect } from '../api/on-reconnect.ts'
import { confirmRequests } from '../ui/confirm.ts'
import { insist } from '../ui/insist.ts'
import type { RequestQueue } from '../ui/request-queue.ts'
import { toastRequests } from '../ui/toast.ts'

const loadToasts = () => import('../ui/ToastHost.tsx').then((module) => module.ToastHost)
const loadQuestions = () => import('../ui/ConfirmHost.tsx').then((module) => module.ConfirmHost)

/**
 * What lies over every page. Kept out of the first load: toasts come once the page has settled (so that they also
 * work offline, and their live region is there before its first text), questions when the first is asked.
 */
export function Overlays() {
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
 * A component whose code loads at the first request, or before. What did not come is asked for again: a few times at
 * once, then at each request and when the network is back; nothing else fails.
 * @param soonMs milliseconds after which it loads without a request
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
      insist(load)
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
