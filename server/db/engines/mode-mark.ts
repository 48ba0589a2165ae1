import type Sqlite from 'better-sqlite3'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { ClientBase } from 'pg'
import type { Config } from '../../config/config.ts'
import { getEngine, type PerEngine } from './engine.ts'

type Mode = Config['mode']

/**
 * Stores the mode that a database's rows were created in. SQLite stores it in the file header, Postgres in a
 * table comment.
 */
interface ModeMark {
  /** Returns null if no server has started on the database. */
  read(db: QueryExecutorProvider): Promise<Mode | null>
  write(db: QueryExecutorProvider, mode: Mode): Promise<void>
}

/**
 * Arbitrary application IDs that SQLite does not list for other programs
 * (sqlite.org/src/artifact?ci=trunk&filename=magic.txt).
 */
const applicationIds: Record<Mode, number> = { live: 0x6b626c76, sandbox: 0x6b627362 }

const byEngine: PerEngine<ModeMark> = {
  sqlite: {
    async read(db) {
      const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(db)
      return findMode(rows[0]!.application_id)
    },
    async write(db, mode) {
      await sql.raw(`pragma application_id = ${applicationIds[mode]}`).execute(db)
    },
  },
  postgres: {
    async read(db) {
      const { rows } = await sql<{ mode: Mode | null }>`
        select obj_description('schema_version'::regclass) as mode`.execute(db)
      return rows[0]!.mode
    },
    async write(db, mode) {
      await sql.raw(comment(mode)).execute(db)
    },
  },
}

export const readMode = (db: QueryExecutorProvider) => byEngine[getEngine(db)].read(db)
export const writeMode = (db: QueryExecutorProvider, mode: Mode) => byEngine[getEngine(db)].write(db, mode)

/** Copies the mode to the target of a move. */
export async function moveMode(source: Sqlite.Database, client: ClientBase): Promise<void> {
  const mode = findMode(source.pragma('application_id', { simple: true }) as number)
  if (mode) await client.query(comment(mode))
}

function findMode(applicationId: number): Mode | null {
  const modes = Object.keys(applicationIds) as Mode[]
  return modes.find((mode) => applicationIds[mode] === applicationId) ?? null
}

function comment(mode: Mode): string {
  return `comment on table schema_version is '${mode}'`
}
