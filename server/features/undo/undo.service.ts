import { sql } from 'kysely'
import type { EndpointOutput } from '../../../contract/endpoints.ts'
import { ProblemError } from '../../../contract/problems.ts'
import { writeCarsInTurns } from '../../db/change-set.ts'
import { refuseFullLedger } from '../../db/ledger-quota.ts'
import type { Context } from '../../context.ts'
import { isAmong } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, mayTrade } from '../../actor.ts'
import { Answer, type Call } from '../../http/handler.ts'

import {
  askForUndo,
  beginUndo,
  findLastRevert,
  findLongRevert,
  isUnderWay,
} from './long-revert.repository.ts'
import { restoreRows } from './restore-rows.ts'
import type { UndoKind, UndoKinds, UndoRow } from './undo-kind.ts'
import { deleteUndo, findUndo, stillOffered } from './undo.repository.ts'

/**
 * Takes back what the caller deleted or changed less than a minute ago, once. Of many, those rows that can still be:
 * that nobody has written to since, and that the caller may still change, by today's role. The undo of a revert that
 * goes on after its answer does the same (202): it waits for the end of the revert.
 * @throws ProblemError `undo-expired` where it is too late, or where nothing of it can be taken back anymore.
 */
export async function undo(
  kinds: UndoKinds,
  { ctx, actor, params: { id } }: Call<'undo'>,
): Promise<EndpointOutput<'undo'> | Answer<EndpointOutput<'undo'>>> {
  const { kind, rows } = await getOffer(kinds, ctx, actor, id)
  await refuseFullLedger(ctx, actor.id)
  const later = await undoLater(ctx, id, rows.length)
  if (later !== null) return new Answer({ acknowledged: true, restored: later }, { status: 202 })
  const what = { kind: 'undo', reverts: rows[0] ? (kind.setOf?.(rows[0]) ?? null) : null } as const
  const by = { ctx, actor, isAlone: rows.length === 1 }
  const turns = await writeCarsInTurns<UndoRow, string[]>(
    ctx,
    actor,
    what,
    rows,
    async (trx, some, { isLast, before }) => {
      const own = await restoreRows(trx, kind, await stillOffered(trx, id, some), by)
      if (isLast) await conclude(trx, ctx, actor, { id, kind, restored: [...before.flat(), ...own] })
      return own
    },
  )
  const restored = turns.flat()
  if (restored.length === 0)
    throw new ProblemError('undo-expired', { detail: 'This can’t be undone anymore.' })
  return { acknowledged: true, restored: restored.length }
}

/** @returns how many cars the undo will process; null if it is not of a long revert */
async function undoLater(ctx: Context, id: string, rows: number): Promise<number | null> {
  const count = await ctx.db.transaction().execute(async (trx) => {
    const revert = await findLongRevert(trx, id)
    if (!revert) return null
    if (await askForUndo(trx, id)) return revert.total
    if (revert.state !== 'undoing' && rows === 0) return null
    const last = await findLastRevert(trx, revert.set)
    if (last!.id !== id && isUnderWay(last!)) throw new ProblemError('revert-running')
    await beginUndo(trx, id, rows)
    return rows
  })
  if (count !== null) ctx.longReverts.wake()
  return count
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
