import type { AuditAction } from '../../../contract/audit.ts'
import type { Context } from '../../context.ts'
import type { Db, Tables, UndosTable } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'

export type UndoKindName = UndosTable['kind']

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
  who: 'user' | 'seller-or-admin' | 'admin'
  /** It edits cars or puts them back on the market, so it asks for a proven address, as such an endpoint does. */
  proven?: true
  /** Under which of these the log has such an action, where it has a line of it. */
  actions: readonly AuditAction[]
  /** @returns whether the row came back; throws what the database refuses it for where it is alone */
  restore(trx: Db, row: UndoRow, by: Restorer): Promise<boolean>
  /** Where it is of cars: the change set that the row is of. */
  setOf?(row: UndoRow): number
  /** Tells those whom the action was told to that these rows came back. */
  tell?(trx: Db, ctx: Context, actor: Actor, restored: readonly string[]): Promise<void>
}

export interface Restorer {
  ctx: Context
  actor: Actor
  /** No other row comes back with it. */
  isAlone: boolean
}

export type UndoKinds = Record<UndoKindName, UndoKind>
