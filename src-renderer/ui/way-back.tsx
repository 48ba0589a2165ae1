import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, LinkButton } from './controls/Button.tsx'
import { dropPopGate } from './overlays/pop-gate.ts'

/** The link state for a form that should return to the linking page when it is done. */
export const andBack = { isAndBack: true }

interface WayBack {
  /** The path to return to, or null to go back one history step. */
  path: string | null
  /**
   * Leaves the form after saving.
   * @param state the navigation state for the page at `path`
   */
  leave: (state?: object) => void
}

/**
 * Returns the way out of a form. If the link to it passed `andBack`, leaving goes back in history,
 * which preserves the list's rows and scroll position. Otherwise, it navigates to `path`.
 */
export function useWayBack(path: string): WayBack {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: Partial<typeof andBack> | null }
  if (state?.isAndBack !== true) return { path, leave: (state) => void navigate(path, { state }) }
  return {
    path: null,
    leave() {
      dropPopGate()
      void navigate(-1)
    },
  }
}

/**
 * Renders a button that leaves a form without saving, after confirmation if there is unsaved input.
 */
export function LeaveButton({ way, children }: { way: WayBack; children: ReactNode }) {
  const navigate = useNavigate()
  if (way.path === null)
    return (
      <Button variant="secondary" onClick={() => void navigate(-1)}>
        {children}
      </Button>
    )
  return (
    <LinkButton variant="secondary" to={way.path}>
      {children}
    </LinkButton>
  )
}
