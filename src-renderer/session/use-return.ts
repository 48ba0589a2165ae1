import { useLocation, useNavigate } from 'react-router-dom'
import type { LoginState } from './Guard.tsx'

/** After sign-in: back to where the visitor wanted to go, with what that page remembered; else home. */
export function useReturn(): () => void {
  const navigate = useNavigate()
  const { from } = (useLocation().state ?? {}) as LoginState

  return () => {
    if (!from) return void navigate('/', { replace: true })
    const { pathname, search, hash, state } = from
    void navigate({ pathname, search, hash }, { replace: true, state })
  }
}
