import Sqlite from 'better-sqlite3'
import { statSync } from 'node:fs'
import { findDamage } from '../../integrity.ts'
import { MoveError } from './move-error.ts'

export interface MovedTable {
  name: string
  columns: readonly MovedColumn[]
  /** The columns that sort the rows for reading. */
  key: readonly string[]
}

export interface MovedColumn {
  name: string
  /** True if the column contains both numbers and strings. */
  isAny: boolean
}

export interface Source {
  sqlite: Sqlite.Database
  version: number
  /** The tables to move, each after the tables that it refers to. */
  tables: readonly MovedTable[]
  close(): void
}

/**
 * Opens an installation's SQLite file for exclusive use. Until it is closed, no other process can read or
 * write it, and no server can start on it.
 * @throws MoveError if the file is missing, damaged, or in use
 */
export function takeSource(file: string): Source {
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new MoveError(`There is no database at ${file}. Check DATABASE_URL and DATA_DIR.`)
  const sqlite = new Sqlite(file, { timeout: 0 })
  try {
    lock(sqlite, file)
    const damage = findDamage(sqlite, 'quick_check')
    if (damage !== null) throw new MoveError(`${file} is damaged: ${damage}. Restore a backup first.`)
    return {
      sqlite,
      version: sqlite.pragma('user_version', { simple: true }) as number,
      tables: readTables(sqlite),
      close: () => void sqlite.close(),
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/**
 * Locks the file with a transaction that never writes. In exclusive locking mode, the transaction also blocks
 * readers (sqlite.org/pragma.html#pragma_locking_mode).
 */
function lock(sqlite: Sqlite.Database, file: string): void {
  try {
    sqlite.pragma('locking_mode = exclusive')
    sqlite.exec('begin exclusive')
  } catch (error) {
    const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY')
    const reason = isBusy ? 'is in use. Stop Kerblight first' : `can’t be opened: ${(error as Error).message}`
    throw new MoveError(`${file} ${reason}; nothing was changed.`, { cause: error })
  }
}

function readTables(sqlite: Sqlite.Database): MovedTable[] {
  const tables = sqlite.prepare<[], { name: string; isByKey: number }>(listTables).all()
  const references = sqlite.prepare<[string], string>(
    'select distinct "table" from pragma_foreign_key_list(?)',
  )
  const moved = tables.map(({ name, isByKey }) => readTable(sqlite, name, isByKey === 1))
  return sortTables(moved, ({ name }) => references.pluck().all(name))
}

/**
 * The query for the tables to move. The word index is excluded because it is rebuilt, and `current_change`
 * because it is empty between transactions.
 */
const listTables = `select name, wr as "isByKey" from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' and name <> 'current_change'
  order by name`

function readTable(sqlite: Sqlite.Database, name: string, isByKey: boolean): MovedTable {
  const columns = sqlite
    .prepare<[string], { name: string; type: string; pk: number }>(
      'select name, type, pk from pragma_table_info(?)',
    )
    .all(name)
  const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, isAny: column.type.toLowerCase() === 'any' })),
    key: isByKey ? keys.map((column) => column.name) : ['rowid'],
  }
}

/**
 * Sorts tables so that each follows the tables that it references.
 * @param referred returns the names of the tables that a table references
 */
export function sortTables<Table extends { name: string }>(
  tables: readonly Table[],
  referred: (table: Table) => readonly string[],
): Table[] {
  const sorted = new Set<Table>()
  const visit = (table: Table, path: readonly string[]): void => {
    if (sorted.has(table)) return
    const newPath = [...path, table.name]
    const referredNames = referred(table).filter((name) => name !== table.name)
    if (referredNames.some((name) => newPath.includes(name)))
      throw new Error(`These tables have circular foreign keys: ${newPath.join(', ')}`)
    for (const other of tables) if (referredNames.includes(other.name)) visit(other, newPath)
    sorted.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...sorted]
}
