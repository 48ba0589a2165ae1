import type { AuditAction } from '../../../contract/audit.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db, Tables, UndosTable } from '../../db/tables.ts'
import type { ApiResponse } from '../../http/handler.ts'

export type UndoKindName = Exclude<UndosTable['kind'], 'cars'>

export interface UndoRow {
  id: string
  /** Additional data for the kind's restore function, as passed to `offerUndo`. */
  before: unknown
}

export interface UndoKind {
  table: keyof Tables
  /**
   * The column that contains the ID of the row's owner. Admins may undo their own actions on any user's rows.
   */
  owner: string
  /** The role that is required for the undo at the time of the request. */
  who: 'user' | 'admin'
  /** Audit log actions that record this kind of action; empty if the log doesn't record it. */
  actions: readonly AuditAction[]
  /**
   * Restores the row.
   * @returns true if the row was restored
   */
  restore(trx: Db, row: UndoRow, ctx: Pick<Context, 'config'>): Promise<boolean>
}

export type UndoKinds = Record<UndoKindName, UndoKind>

/**
 * Reverts a bulk edit of cars.
 * @param offer the undo offer; its change set is null while a long revert has changed nothing yet
 */
export type UndoChangeSet = (
  ctx: Context,
  actor: Actor,
  offer: { id: string; set: number | null },
) => Promise<EndpointOutput<'undo'> | ApiResponse<EndpointOutput<'undo'>>>
