import type { Location } from 'react-router-dom'
import type { DialogState, OpenCarDialog } from './use-car-dialogs.ts'

/** The dialog that waits at the place where somebody wanted to go, such as `LoginState.from`. */
export function dialogAt(place: Pick<Location, 'state'> | undefined): OpenCarDialog | undefined {
  return ((place?.state ?? {}) as DialogState).carDialog
}
