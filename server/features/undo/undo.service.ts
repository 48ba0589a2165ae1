import { sql } from 'kysely'
import { ProblemError } from '../../../contract/api/problems.ts'
import { writeCars } from '../../db/change-set.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { auditUndo } from './audit-undo.ts'
import type { UndoChangeSet, UndoKind, UndoKinds, UndoRow } from './undo-kind.ts'
import { deleteUndo, findUndo } from './undo.repository.ts'

/**
 * Undoes, once, a deletion or change that the caller made less than a minute ago. The row must not have been
 * written to since, and the caller's current role must still permit the change. For an edit of cars, the
 * change set is reverted.
 * @throws ProblemError `undo-expired` if the minute is over, or if nothing of the action can be undone
 * anymore
 */
export async function undo(
  kinds: UndoKinds,
  undoChangeSet: UndoChangeSet,
  { ctx, actor, params: { id } }: Call<'undo'>,
): ReturnType<UndoChangeSet> {
  const offer = await findUndo(ctx.db, id, actor.id)
  if (!offer) throw new ProblemError('not-found')
  if (offer.expiresAt <= ctx.now()) throw new ProblemError('undo-expired')
  const { kind, row } = offer
  if (kind === 'cars') return undoChangeSet(ctx, actor, { id, set: row && Number(row.before) })
  if (row && !(await canRestore(ctx.db, actor, kinds[kind], row))) throw new ProblemError('not-found')
  if (!row || !(await restore(ctx, actor, id, kinds[kind])))
    throw new ProblemError('undo-expired', { detail: 'This can’t be undone anymore.' })
  return { acknowledged: true, restored: 1 }
}

/**
 * Restores the row of an undo, and deletes the undo.
 * @returns false if the row was not restored because it may have been written to since the offer
 */
function restore(ctx: Context, actor: Actor, id: string, kind: UndoKind): Promise<boolean> {
  return writeCars(ctx, actor, 'undo', async (trx) => {
    const row = (await findUndo(trx, id, actor.id))?.row
    if (!row || !(await kind.restore(trx, row, ctx))) return false
    await auditUndo(trx, actor, kind.actions, [row.id], ctx.now())
    await deleteUndo(trx, id)
    return true
  })
}

/**
 * Reports whether the actor may restore a row. Admins may restore any row. Owners may restore their own row
 * if its kind lets them undo.
 */
async function canRestore(db: Db, actor: Actor, { table, owner, who }: UndoKind, row: UndoRow) {
  if (actor.isAdmin || who === 'admin') return actor.isAdmin
  const ownRows = await sql`
    select id from ${sql.table(table)} where ${sql.ref(owner)} = ${actor.id} and id = ${row.id}`.execute(db)
  return ownRows.rows.length > 0
}
