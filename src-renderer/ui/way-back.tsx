import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, LinkButton } from './controls/Button.tsx'
import { dropPopGate } from './overlays/pop-gate.ts'

/** The state of a link to a form whose end leads back to where the link is. */
export const andBack = { isAndBack: true }

interface WayBack {
  /** Null where a step back leads there. */
  path: string | null
  /**
   * Leaves once what was typed is saved.
   * @param state for the page at `path`
   */
  leave: (state?: object) => void
}

/** The way out of a form: a step back to a link that says `andBack`, where rows and places are as they were; else to `path`. */
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

/** Leaves a form as it is, which may ask about what was typed. */
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
