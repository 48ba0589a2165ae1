import type { undoEndpoints } from '../../../contract/endpoints/undo.ts'
import type { Handlers } from '../../http/handler.ts'
import type { UndoKinds } from './undo-kind.ts'
import { undo } from './undo.service.ts'

/** @param kinds what each feature can take back: it knows this one, this one none of them */
export function undoRoutes(kinds: UndoKinds): Handlers<keyof typeof undoEndpoints> {
  return { undo: (call) => undo(kinds, call) }
}
