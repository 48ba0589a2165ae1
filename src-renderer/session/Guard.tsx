import type { ReactNode } from 'react'
import { Navigate, useLocation, type Location } from 'react-router-dom'
import { pages, type PageAccess } from '../../contract/pages.ts'
import { useAppDispatch } from './store.ts'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { PageSpinner } from '../ui/controls/Spinner.tsx'
import { restoreSession } from './session.ts'
import type { Me } from './session.slice.ts'
import { useSession } from './use-session.ts'

/** What /login finds in `location.state`. */
export interface LoginState {
  /** Where the visitor wanted to go; sign-in leads back there. */
  from?: Location
  /** Set where somebody who is signed in lacks the role that the page needs. */
  needs?: 'admin' | 'seller-or-admin'
  /** What was typed there already, on the way to a new password and back. */
  email?: string
}

interface GuardProps {
  access: PageAccess
  children: ReactNode
}

/** Lets in whom the page is for; sends everybody else to /login, which says why. */
export function Guard({ access, children }: GuardProps) {
  const { status, me, problem } = useSession()
  const dispatch = useAppDispatch()
  const location = useLocation()

  if (access === 'anyone') return children
  if (status === 'loading') return <PageSpinner label="Checking who you are" />
  if (status === 'unreachable')
    return <ErrorState error={problem} onRetry={() => void dispatch(restoreSession())} />
  if (!me) return <Navigate to={pages.login.path} replace state={{ from: location } satisfies LoginState} />
  if (access !== 'user' && !mayOpen(access, me)) {
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

/** Whether a signed-in user may open pages of this access. */
export function mayOpen(
  access: PageAccess,
  { isAdmin, isSeller }: Pick<Me, 'isAdmin' | 'isSeller'>,
): boolean {
  if (access === 'admin') return isAdmin
  if (access === 'seller-or-admin') return isAdmin || isSeller
  return true
}
