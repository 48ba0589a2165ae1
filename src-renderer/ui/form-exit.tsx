import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, LinkButton } from './controls/Button.tsx'
import { removeHistoryGuard } from './overlays/history-guard.ts'

/** The link state for a form that should return to the linking page when it is done. */
export const returnAfterSave = { isAndBack: true }

interface FormExit {
  /** The path to return to, or null to go back one history step. */
  path: string | null
  /**
   * Leaves the form after saving.
   * @param state the navigation state for the page at `path`
   */
  leave: (state?: object) => void
}

/**
 * Returns the way out of a form. If the link to it passed `returnAfterSave`, leaving goes back in history,
 * which preserves the list's rows and scroll position. Otherwise, it navigates to `path`.
 */
export function useFormExit(path: string): FormExit {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: Partial<typeof returnAfterSave> | null }
  if (state?.isAndBack !== true) return { path, leave: (state) => void navigate(path, { state }) }
  return {
    path: null,
    leave() {
      removeHistoryGuard()
      void navigate(-1)
    },
  }
}

/**
 * Renders a button that leaves a form without saving, after confirmation if there is unsaved input.
 */
export function LeaveButton({ way, children }: { way: FormExit; children: ReactNode }) {
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
