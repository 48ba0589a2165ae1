import type { undoEndpoints } from '../../../contract/undo.ts'
import type { Handlers } from '../../http/handler.ts'
import type { UndoChangeSet, UndoKinds } from './undo-kind.ts'
import { undo } from './undo.service.ts'

/**
 * @param kinds what each feature can take back: it knows this one, this one none of them
 * @param undoChangeSet takes back a change of cars
 */
export function undoRoutes(
  kinds: UndoKinds,
  undoChangeSet: UndoChangeSet,
): Handlers<keyof typeof undoEndpoints> {
  return { undo: (call) => undo(kinds, undoChangeSet, call) }
}
