import type { Database as Sqlite } from 'better-sqlite3'
import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  RawNode,
  RootOperationNode,
} from 'kysely'
import type { Tables } from './tables.ts'

type Table = keyof Tables

/** Null stands for any table. */
export type OnWrite = (table: Table | null) => void

/** Tells of every write once it is committed. */
export interface WriteWatch {
  /** Sees the queries of `db.withPlugin(…)`. */
  plugin: KyselyPlugin
  begin(): void
  commit(): void
  rollback(): void
}

/**
 * Of a database with one connection: what is written between `begin` and `commit` belongs to that transaction. A reader
 * that begins after a write was told of sees it, over whichever connection.
 */
export function watchWrites(onWrite: OnWrite): WriteWatch {
  const written = new WeakMap<object, (Table | null)[]>()
  let uncommitted: Set<Table | null> | null = null
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
      const tables = writtenTables(node)
      if (tables.length > 0) written.set(queryId, tables)
      return node
    },
    async transformResult({ result, queryId }) {
      for (const table of written.get(queryId) ?? [])
        if (uncommitted) uncommitted.add(table)
        else onWrite(table)
      return result
    },
  }
  return {
    plugin,
    begin() {
      uncommitted = new Set()
    },
    commit() {
      const tables = uncommitted ?? []
      uncommitted = null
      for (const table of tables) onWrite(table)
    },
    rollback() {
      uncommitted = null
    },
  }
}

function writtenTables(node: RootOperationNode): (Table | null)[] {
  switch (node.kind) {
    case 'SelectQueryNode':
      return []
    case 'InsertQueryNode':
      return [node.into ? tableOf(node.into) : null]
    case 'UpdateQueryNode':
      return [node.table ? tableOf(node.table) : null]
    case 'DeleteQueryNode':
      return node.from.froms.map(tableOf)
    case 'RawNode':
      return isRead(node) ? [] : [null]
    default:
      return [null]
  }
}

function tableOf(node: OperationNode): Table | null {
  const at = node as OperationNode & {
    node?: OperationNode
    table?: { identifier?: { name: string } }
  }
  if (at.kind === 'AliasNode' && at.node) return tableOf(at.node)
  return (at.table?.identifier?.name as Table | undefined) ?? null
}

function isRead(node: RawNode): boolean {
  const text = node.sqlFragments.join(' ')
  return /^\s*(select|pragma|explain|begin|commit|rollback)\b/i.test(text)
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
