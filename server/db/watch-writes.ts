import type { Database as Sqlite } from 'better-sqlite3'
import type { OperationNode, RootOperationNode } from 'kysely'
import type { Tables } from './tables.ts'

/** Null stands for any table. */
export type WrittenTable = keyof Tables | null

export type OnWrite = (table: WrittenTable) => void

/** Of a statement that writes. */
export function writtenTables(node: RootOperationNode): WrittenTable[] {
  switch (node.kind) {
    case 'InsertQueryNode':
      return [node.into ? tableOf(node.into) : null]
    case 'UpdateQueryNode':
      return [node.table ? tableOf(node.table) : null]
    case 'DeleteQueryNode':
      return node.from.froms.map(tableOf)
    default:
      return [null]
  }
}

function tableOf(node: OperationNode): WrittenTable {
  const at = node as OperationNode & {
    node?: OperationNode
    table?: { identifier?: { name: string } }
  }
  if (at.kind === 'AliasNode' && at.node) return tableOf(at.node)
  return (at.table?.identifier?.name as keyof Tables | undefined) ?? null
}

const EVERY_MS = 1000

/**
 * Notices writes of other processes to the same file, such as the seed's or the admin script's: SQLite counts them for
 * each connection (sqlite.org/pragma.html#pragma_data_version).
 * @returns ends the watch
 */
export function watchOtherProcesses(sqlite: Sqlite, onWrite: () => void, everyMs = EVERY_MS): () => void {
  const read = () => sqlite.pragma('data_version', { simple: true })
  let seen = read()
  const timer = setInterval(() => {
    if (!sqlite.open || read() === seen) return
    seen = read()
    onWrite()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
