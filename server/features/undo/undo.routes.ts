import type { undoEndpoints } from '../../../contract/undo.ts'
import type { Handlers } from '../../http/handler.ts'
import type { UndoChangeSet, UndoKinds } from './undo-kind.ts'
import { undo } from './undo.service.ts'

/**
 * Builds the undo route.
 * @param kinds undoable actions of the features, which depend on this module; this module depends on none of
 * them
 * @param undoChangeSet reverts a change of cars
 */
export function undoRoutes(
  kinds: UndoKinds,
  undoChangeSet: UndoChangeSet,
): Handlers<keyof typeof undoEndpoints> {
  return { undo: (call) => undo(kinds, undoChangeSet, call) }
}
