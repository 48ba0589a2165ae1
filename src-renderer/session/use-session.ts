import { useAppSelector } from './store.ts'
import type { Me, SessionState } from './session.slice.ts'

export function useSession(): SessionState {
  return useAppSelector((state) => state.session)
}

/** The signed-in user, for components that stand behind a guard. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('useMe needs a guard above it')
  return me
}
