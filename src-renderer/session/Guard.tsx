import type { ReactNode } from 'react'
import { Navigate, useLocation, type Location } from 'react-router-dom'
import { pages, type PageAccess } from '../../contract/pages.ts'
import { useAppDispatch } from './store.ts'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { PageSpinner } from '../ui/controls/Spinner.tsx'
import { restoreSession } from './session.ts'
import type { Me } from './session.slice.ts'
import { useSession } from './use-session.ts'

/** The `location.state` that /login reads. */
export interface LoginState {
  /** The location to return to after sign-in. */
  from?: Location
  /** The required role, if a signed-in user lacks it. */
  needs?: 'admin' | 'seller-or-admin'
  /** The email address typed on /login before the visitor left to reset the password. */
  email?: string
}

interface GuardProps {
  access: PageAccess
  children: ReactNode
}

/** Shows a page to users who may open it, and redirects others to /login, which explains why. */
export function Guard({ access, children }: GuardProps) {
  const { status, me, problem } = useSession()
  const dispatch = useAppDispatch()
  const location = useLocation()

  if (access === 'anyone') return children
  if (status === 'loading') return <PageSpinner label="Checking who you are" />
  if (status === 'unreachable')
    return <ErrorState error={problem} onRetry={() => void dispatch(restoreSession())} />
  if (!me) return <Navigate to={pages.login.path} replace state={{ from: location } satisfies LoginState} />
  if (access !== 'user' && !canOpen(access, me)) {
    return (
      <Navigate
        to={pages.login.path}
        replace
        state={{ from: location, needs: access } satisfies LoginState}
      />
    )
  }
  return children
}

export function RequireLogin({ children }: { children: ReactNode }) {
  return <Guard access="user">{children}</Guard>
}

export function canOpen(
  access: PageAccess,
  { isAdmin, isSeller }: Pick<Me, 'isAdmin' | 'isSeller'>,
): boolean {
  if (access === 'admin') return isAdmin
  if (access === 'seller-or-admin') return isAdmin || isSeller
  return true
}
