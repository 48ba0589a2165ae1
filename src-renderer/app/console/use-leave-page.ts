import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { menuFor } from '../side-menu.ts'

/** The key in Electron's notation, also used in the help. */
export const leavePageKey = 'Escape'

const openPopups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Goes back from a form or a record when the user presses Escape, unless an element of the page handles the
 * key. Unsaved input prompts the user as it does on Back. Escape does not leave the pages of the menu.
 */
export function useLeavePage(): void {
  const navigate = useNavigate()
  const { me } = useSession()

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let wasPopup = false
    // A popup that Escape closes may be gone by the time the event reaches the other listener.
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
 * Reports whether the user came from another page rather than opening this one. The router numbers its
 * history entries.
 */
function hasCome(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
