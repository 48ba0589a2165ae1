import Sqlite from 'better-sqlite3'
import { statSync } from 'node:fs'
import { damageOf } from '../../integrity.ts'
import { MoveError } from './move-error.ts'

/** A table that is moved. */
export interface MovedTable {
  name: string
  columns: readonly MovedColumn[]
  /** What its rows are read by, in order. */
  key: readonly string[]
}

export interface MovedColumn {
  name: string
  /** Holds numbers and texts alike. */
  isAny: boolean
}

export interface Source {
  sqlite: Sqlite.Database
  /** The version of its schema. */
  version: number
  /** Those that refer to others after these. */
  tables: readonly MovedTable[]
  close(): void
}

/**
 * Takes an installation's file, so that until it is closed nobody else can read or write it, and no server can start on it.
 * @throws MoveError where there is none, it is damaged, or somebody has it open
 */
export function takeSource(file: string): Source {
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new MoveError(`There is no database at ${file}: there is nothing to move.`)
  const sqlite = new Sqlite(file, { timeout: 0 })
  try {
    lock(sqlite, file)
    const damage = damageOf(sqlite, 'quick_check')
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

/** A transaction that never writes: with this mode it keeps readers out, too (sqlite.org/pragma.html#pragma_locking_mode). */
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

/** The words that are searched are made anew, and what a transaction is about is nobody's between transactions. */
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
 * @param referred which tables a table refers to
 * @returns the tables, each after those that it refers to
 */
export function sortTables<Table extends { name: string }>(
  tables: readonly Table[],
  referred: (table: Table) => readonly string[],
): Table[] {
  const sorted = new Set<Table>()
  const place = (table: Table, within: readonly string[]): void => {
    if (sorted.has(table)) return
    const around = [...within, table.name]
    const before = referred(table).filter((name) => name !== table.name)
    if (before.some((name) => around.includes(name)))
      throw new Error(`These tables refer to one another: ${around.join(', ')}`)
    for (const other of tables) if (before.includes(other.name)) place(other, around)
    sorted.add(table)
  }
  for (const table of tables) place(table, [])
  return [...sorted]
}
