import { useLocation, useNavigate } from 'react-router-dom'
import type { LoginState } from './Guard.tsx'

/**
 * Returns a function that navigates, after sign-in, to the page and state that the visitor wanted,
 * or home.
 */
export function useReturn(): () => void {
  const navigate = useNavigate()
  const { from } = (useLocation().state ?? {}) as LoginState

  return () => {
    if (!from) return void navigate('/', { replace: true })
    const { pathname, search, hash, state } = from
    void navigate({ pathname, search, hash }, { replace: true, state })
  }
}
