import { useLocation, useNavigate } from 'react-router-dom'
import type { LoginState } from './Guard.tsx'

/**
 * Returns a function that, after sign-in, navigates to the page that the visitor wanted, including its state.
 * If there is no such page, it navigates home.
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
