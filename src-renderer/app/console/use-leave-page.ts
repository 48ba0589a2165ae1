import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { menuFor } from '../side-menu.ts'

/** In Electron's notation; in the help, too. */
export const leavePageKey = 'Escape'

const openPopups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Escape leads back from a form or a record to where one came from, unless something on the page takes it: what was typed
 * is asked about, as it is for Back. The pages of the menu are nothing to leave.
 */
export function useLeavePage(): void {
  const navigate = useNavigate()
  const { me } = useSession()

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let wasPopup = false
    // A popup that Escape closes may be gone by the time that the key has gone through the page.
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

/** Rather than opened with this page; the router numbers its entries. */
function hasCome(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
