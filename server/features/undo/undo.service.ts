import { sql } from 'kysely'
import { auditActions } from '../../../contract/audit.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import { writeCarsInTurns } from '../../db/change-set.ts'
import type { Context } from '../../context.ts'
import { isAmong } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { insertAuditEntry, listActions } from '../audit/audit.repository.ts'
import { mayTrade } from '../users/may-trade.ts'
import type { Restorer, UndoKind, UndoKinds, UndoRow } from './undo-kind.ts'
import { deleteUndo, findUndo, stillOffered } from './undo.repository.ts'

/**
 * Takes back what the caller deleted or changed less than a minute ago, once. Of many, those rows that can still be:
 * that nobody has written to since, and that the caller may still change, by today's role.
 * @throws ProblemError `undo-expired` where it is too late, or where nothing of it can be taken back anymore.
 */
export async function undo(
  kinds: UndoKinds,
  { ctx, actor, params: { id } }: Call<'undo'>,
): Promise<EndpointOutput<'undo'>> {
  const { kind, rows } = await getOffer(kinds, ctx, actor, id)
  const what = { kind: 'undo', reverts: rows[0] ? (kind.setOf?.(rows[0]) ?? null) : null } as const
  const by = { ctx, actor, isAlone: rows.length === 1 }
  const turns = await writeCarsInTurns<UndoRow, string[]>(
    ctx,
    actor,
    what,
    rows,
    async (trx, some, { isLast, before }) => {
      const own = await restore(trx, kind, await stillOffered(trx, id, some), by)
      await auditUndo(trx, actor, kind, own, ctx.now())
      if (isLast) await conclude(trx, ctx, actor, { id, kind, restored: [...before.flat(), ...own] })
      return own
    },
  )
  const restored = turns.flat()
  if (restored.length === 0)
    throw new ProblemError('undo-expired', { detail: 'This can’t be undone anymore.' })
  return { acknowledged: true, restored: restored.length }
}

/** Once for all of it. */
async function conclude(
  trx: Db,
  ctx: Context,
  actor: Actor,
  { id, kind, restored }: { id: string; kind: UndoKind; restored: readonly string[] },
): Promise<void> {
  if (restored.length === 0) return
  await deleteUndo(trx, id)
  await kind.tell?.(trx, ctx, actor, restored)
}

interface Offer {
  kind: UndoKind
  rows: readonly UndoRow[]
}

async function getOffer(kinds: UndoKinds, ctx: Context, actor: Actor, id: string): Promise<Offer> {
  const offer = await findUndo(ctx.db, id, actor.id)
  if (!offer) throw new ProblemError('not-found')
  if (offer.expiresAt <= ctx.now()) throw new ProblemError('undo-expired')
  const kind = kinds[offer.kind]
  const rows = await keepChangeable(ctx.db, actor, kind, offer.rows)
  if (rows.length < offer.rows.length && rows.length === 0) throw new ProblemError('not-found')
  if (kind.proven && !mayTrade(ctx.config, actor)) throw new ProblemError('address-unproven')
  return { kind, rows }
}

/** @returns the ids of the rows that came back */
async function restore(trx: Db, kind: UndoKind, rows: readonly UndoRow[], by: Restorer): Promise<string[]> {
  const restored: string[] = []
  for (const row of rows) if (await kind.restore(trx, row, by)) restored.push(row.id)
  return restored
}

/** An action that has a line in the log gets another one when it is taken back: what the actor did last is what can be. */
async function auditUndo(
  trx: Db,
  actor: Actor,
  kind: UndoKind,
  targets: readonly string[],
  now: Date,
): Promise<void> {
  const entries = await listActions(trx, actor.id, { actions: kind.actions, targets })
  for (const { action, target, subject } of entries) {
    const detail = auditActions[action]
    await insertAuditEntry(trx, actor, { action: 'undo', target, subject, detail }, now)
  }
}

/** The rows that the actor may still change: their own, where the kind lets them, or anybody's as an admin. */
async function keepChangeable(
  trx: Db,
  actor: Actor,
  { table, owner, who }: UndoKind,
  rows: readonly UndoRow[],
): Promise<readonly UndoRow[]> {
  if (actor.isAdmin) return rows
  if (who === 'admin' || (who === 'seller-or-admin' && !actor.isSeller)) return []
  const own = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where ${sql.ref(owner)} = ${actor.id} and ${isAmong(
      sql`id`,
      rows.map(({ id }) => id),
    )}`.execute(trx)
  const ids = new Set(own.rows.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}
