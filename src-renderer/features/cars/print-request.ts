import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { platform } from '../../platform/current.ts'

/** The router state of a link that prints the car's sheet once the page has loaded. */
export const printRequest = { isPrinted: true }

/** Prints the page once if the link requested it. */
export function usePrintRequest(): void {
  const { state, pathname } = useLocation() as {
    state: Partial<typeof printRequest> | null
    pathname: string
  }
  const navigate = useNavigate()
  const isWanted = state?.isPrinted === true
  const print = useEffectEvent(() => {
    void navigate(pathname, { replace: true, state: null })
    platform.print()
  })
  useEffect(() => {
    if (isWanted) print()
  }, [isWanted])
}
