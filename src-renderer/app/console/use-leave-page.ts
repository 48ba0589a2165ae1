import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../session/use-session.ts'
import { buildSideMenu } from '../side-menu.ts'

/** The key that leaves a page, in Electron's notation, which the help also shows. */
export const leavePageKey = 'Escape'

const openPopups = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Goes back from a form or a record on Escape, unless an element of the page handles the key. As
 * with Back, unsaved input is confirmed first. On pages that the menu links to, Escape does
 * nothing.
 */
export function useLeavePage(): void {
  const navigate = useNavigate()
  const { me } = useSession()

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let wasPopup = false
    // Escape may close a popup before the event reaches the other listener, so this listener runs
    // first.
    const notePopup = () => (wasPopup = document.querySelector(openPopups) !== null)
    addEventListener('keydown', notePopup, { signal, capture: true })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== leavePageKey || event.defaultPrevented || wasPopup) return
        const isOfMenu =
          me && buildSideMenu(me).some(({ items }) => items.some(({ to }) => to === location.pathname))
        if (!isOfMenu && hasPreviousPage()) void navigate(-1)
      },
      { signal },
    )
    return () => stop.abort()
  }, [navigate, me])
}

/**
 * Reports whether the user came here from another page of the console. The router numbers its
 * history entries.
 */
function hasPreviousPage(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0
}
