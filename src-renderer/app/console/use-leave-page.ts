import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { menuFor } from '../side-menu.ts'

/** The key that leaves a page, in Electron's notation. The help shows it, too. */
export const leavePageKey = 'Escape'

const openPopups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Goes back from a form or a record when the user presses Escape, unless an element of the page handles the
 * key. As with Back, unsaved input prompts the user first. On pages that the menu links to, Escape does
 * nothing.
 */
export function useLeavePage(): void {
  const navigate = useNavigate()
  const { me } = useSession()

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let wasPopup = false
    // Escape may close a popup before the event reaches the other listener, so this one looks for popups
    // first.
    const look = () => (wasPopup = document.querySelector(openPopups) !== null)
    addEventListener('keydown', look, { signal, capture: true })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== leavePageKey || event.defaultPrevented || wasPopup) return
        const isOfMenu =
          me && menuFor(me).some(({ items }) => items.some(({ to }) => to === location.pathname))
        if (!isOfMenu && hasCome()) void navigate(-1)
      },
      { signal },
    )
    return () => stop.abort()
  }, [navigate, me])
}

/**
 * Reports whether the user came from another page of the console rather than opening this one directly. The
 * router numbers its history entries.
 */
function hasCome(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
