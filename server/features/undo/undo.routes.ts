import type { Handlers } from '../../http/handler.ts'
import { undo } from './undo.service.ts'

export const undoRoutes: Handlers<'undo'> = {
  undo: ({ ctx, actor, params }) => undo(ctx, actor, params.id),
}
