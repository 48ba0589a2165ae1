import type { Location } from 'react-router-dom'
import type { DialogState, OpenCarDialog } from './use-car-dialogs.ts'

/** Returns the dialog to open at the user's destination, such as `LoginState.from`. */
export function getTargetDialog(target: Pick<Location, 'state'> | undefined): OpenCarDialog | undefined {
  return ((target?.state ?? {}) as DialogState).carDialog
}
