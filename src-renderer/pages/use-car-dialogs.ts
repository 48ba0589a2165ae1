import { useLocation, useNavigate } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import type { LoginState } from '../session/Guard.tsx'
import { useSession } from '../session/use-session.ts'

export type CarDialogKind = 'buy' | 'report' | 'reserve'

/** The open dialog. It is stored in the history state, so it reopens after sign-in or a reload. */
export interface OpenCarDialog {
  kind: CarDialogKind
  carId: string
}

export interface DialogState {
  carDialog?: OpenCarDialog
}

export function useCarDialogs() {
  const { me } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const state = (location.state ?? {}) as DialogState

  function show(carDialog: OpenCarDialog | undefined) {
    const { pathname, search, hash } = location
    void navigate({ pathname, search, hash }, { replace: true, state: { ...state, carDialog } })
  }

  function signInFor(carDialog: OpenCarDialog) {
    const from = { ...location, state: { ...state, carDialog } }
    void navigate(pages.login.path, { state: { from } satisfies LoginState })
  }

  return {
    dialog: me ? state.carDialog : undefined,
    open: (kind: CarDialogKind, carId: string) => (me ? show({ kind, carId }) : signInFor({ kind, carId })),
    close: () => show(undefined),
    signInFor,
  }
}

export type CarDialogsState = ReturnType<typeof useCarDialogs>
