import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { confirm } from '../overlays/confirm.ts'
import { setHistoryGuard } from '../overlays/history-guard.ts'

/** The confirmation shown before unsaved input is discarded. */
export const leaveQuestion = {
  title: 'You have unsaved changes. Leave anyway?',
  confirmLabel: 'Leave',
  cancelLabel: 'Keep editing',
}

/**
 * Asks for confirmation before a link, Back, or closing the tab discards unsaved input. React
 * Router's own blocker requires its data router. Calls of `navigate()` are deliberate, so they are
 * not intercepted.
 */
export function useLeaveWarning(isDirty: boolean, onLeave?: () => void): void {
  const navigate = useNavigate()

  useEffect(() => {
    if (!isDirty) return
    const startIndex = historyIndex()
    let expectedPops = 0
    let isLeaving = false

    async function confirmLeaving(leave: () => void) {
      if (!(await confirm(leaveQuestion))) return
      isLeaving = true
      onLeave?.()
      leave()
    }

    function handleUnload(event: BeforeUnloadEvent) {
      if (!isLeaving) event.preventDefault()
    }

    function handleClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (isLeaving || !link || !leadsAway(event, link)) return
      event.preventDefault()
      event.stopPropagation()
      void confirmLeaving(() => void navigate(link.pathname + link.search + link.hash))
    }

    // The navigation has already happened, so it is undone before the user is asked.
    function handlePop(event: PopStateEvent) {
      if (isLeaving) return
      event.stopImmediatePropagation()
      if (expectedPops > 0) return void (expectedPops -= 1)
      const steps = historyIndex() - startIndex
      expectedPops += 1
      history.go(-steps)
      void confirmLeaving(() => history.go(steps))
    }

    addEventListener('beforeunload', handleUnload)
    document.addEventListener('click', handleClick, { capture: true })
    const removeGate = setHistoryGuard(handlePop)
    return () => {
      removeEventListener('beforeunload', handleUnload)
      document.removeEventListener('click', handleClick, { capture: true })
      removeGate()
    }
  }, [isDirty, navigate, onLeave])
}

/** Returns the index of the current history entry, which the router stores in `history.state`. */
function historyIndex(): number {
  return (history.state as { idx?: number } | null)?.idx ?? 0
}

function leadsAway(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const isSamePage = link.pathname === location.pathname && link.search === location.search
  return isPlain && !link.target && link.origin === location.origin && !isSamePage
}
