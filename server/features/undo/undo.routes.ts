import type { undoEndpoints } from '../../../contract/undo.ts'
import type { Handlers } from '../../http/handler.ts'
import type { UndoChangeSet, UndoKinds } from './undo-kind.ts'
import { undo } from './undo.service.ts'

/**
 * Builds the undo route.
 * @param kinds the features' undoable actions, passed in so that this module does not depend on the features
 * @param undoChangeSet reverts an edit of cars
 */
export function undoRoutes(
  kinds: UndoKinds,
  undoChangeSet: UndoChangeSet,
): Handlers<keyof typeof undoEndpoints> {
  return { undo: (call) => undo(kinds, undoChangeSet, call) }
}
