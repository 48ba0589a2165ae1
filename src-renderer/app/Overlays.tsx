import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { onReconnect } from '../api/on-reconnect.ts'
import { confirmRequests } from '../ui/confirm.ts'
import { toastRequests } from '../ui/toast.ts'

const loadToasts = () => import('../ui/ToastHost.tsx').then((module) => module.ToastHost)
const loadQuestions = () => import('../ui/ConfirmHost.tsx').then((module) => module.ConfirmHost)

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

  const toasts = useHost(loadToasts, isToasting)
  const questions = useHost(loadQuestions, isAsking)
  return (
    <>
      {toasts}
      {questions}
    </>
  )
}

/** A component whose code loads when it is wanted. Without a network it comes when that is back; nothing else fails. */
function useHost(load: () => Promise<ComponentType>, isWanted: boolean): ReactNode {
  const [host, setHost] = useState<ReactNode>(null)

  useEffect(() => {
    if (!isWanted) return
    let stop = () => {}
    const attempt = () => {
      load().then(
        (Host) => {
          stop()
          setHost(createElement(Host))
        },
        () => undefined,
      )
    }
    stop = onReconnect(attempt)
    attempt()
    return () => stop()
  }, [load, isWanted])

  return host
}
