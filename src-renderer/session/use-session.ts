import { useAppSelector } from './store.ts'
import type { Me, SessionState } from './session.slice.ts'

export function useSession(): SessionState {
  return useAppSelector((state) => state.session)
}

/**
 * Returns the signed-in user, for components inside a guard.
 * @throws if no one is signed in
 */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('useMe needs a guard above it')
  return me
}
