import type Sqlite from 'better-sqlite3'
import { sql, type QueryExecutorProvider } from 'kysely'
import type { ClientBase } from 'pg'
import type { Config } from '../../config/config.ts'
import { engineOf, type Answers } from './engine.ts'

type World = Config['world']

/** Which world a database's rows are from. SQLite keeps it in the file's header; Postgres with a table, as its comment. */
interface ModeMark {
  /** @returns null where no server has started on it */
  read(db: QueryExecutorProvider): Promise<World | null>
  write(db: QueryExecutorProvider, world: World): Promise<void>
}

/** Any numbers that SQLite knows of no other program's (sqlite.org/src/artifact?ci=trunk&filename=magic.txt). */
const applicationIds: Record<World, number> = { live: 0x6b626c76, sandbox: 0x6b627362 }

const answers: Answers<ModeMark> = {
  sqlite: {
    async read(db) {
      const { rows } = await sql<{ application_id: number }>`pragma application_id`.execute(db)
      return worldOf(rows[0]!.application_id)
    },
    async write(db, world) {
      await sql.raw(`pragma application_id = ${applicationIds[world]}`).execute(db)
    },
  },
  postgres: {
    async read(db) {
      const { rows } = await sql<{ world: World | null }>`
        select obj_description('schema_version'::regclass) as world`.execute(db)
      return rows[0]!.world
    },
    async write(db, world) {
      await sql.raw(comment(world)).execute(db)
    },
  },
}

export const readMode = (db: QueryExecutorProvider) => answers[engineOf(db)].read(db)
export const writeMode = (db: QueryExecutorProvider, world: World) => answers[engineOf(db)].write(db, world)

/** With rows that are moved goes which world they are from. */
export async function moveMode(source: Sqlite.Database, client: ClientBase): Promise<void> {
  const world = worldOf(source.pragma('application_id', { simple: true }) as number)
  if (world) await client.query(comment(world))
}

function worldOf(applicationId: number): World | null {
  const worlds = Object.keys(applicationIds) as World[]
  return worlds.find((world) => applicationIds[world] === applicationId) ?? null
}

function comment(world: World): string {
  return `comment on table schema_version is '${world}'`
}
