import type { Location } from 'react-router-dom'
import type { DialogState, OpenCarDialog } from './use-car-dialogs.ts'

/** Returns the dialog to open at the user's destination, such as `LoginState.from`. */
export function dialogAt(place: Pick<Location, 'state'> | undefined): OpenCarDialog | undefined {
  return ((place?.state ?? {}) as DialogState).carDialog
}
