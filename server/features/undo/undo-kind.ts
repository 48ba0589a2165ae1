import type { AuditAction } from '../../../contract/audit.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db, Tables, UndosTable } from '../../db/tables.ts'
import type { Answer } from '../../http/handler.ts'

export type UndoKindName = Exclude<UndosTable['kind'], 'cars'>

/** A row that an action was done to. */
export interface UndoRow {
  id: string
  /** What the kind's restore function needs beside the id, as `offerUndo` was given it. */
  before: unknown
}

/** An action that can be taken back. */
export interface UndoKind {
  table: keyof Tables
  /** The column that says whose the row is. Admins may take back what they did to anybody's. */
  owner: string
  /** What an owner must be, today. */
  who: 'user' | 'admin'
  /** Under which of these the log has such an action, where it has a line of it. */
  actions: readonly AuditAction[]
  /** @returns whether the row came back */
  restore(trx: Db, row: UndoRow): Promise<boolean>
}

export type UndoKinds = Record<UndoKindName, UndoKind>

/** Takes back a change of cars. @param offer its set is null while a long revert has changed nothing yet */
export type UndoChangeSet = (
  ctx: Context,
  actor: Actor,
  offer: { id: string; set: number | null },
) => Promise<EndpointOutput<'undo'> | Answer<EndpointOutput<'undo'>>>
