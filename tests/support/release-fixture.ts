import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Kysely, sql } from 'kysely'
import { Client } from 'pg'
import type { PostgresAddress } from '../../server/config/postgres-address.ts'
import { continueNumbers, moveData } from '../../server/db/engines/move/move-data.ts'
import { takeSource } from '../../server/db/engines/move/source.ts'
import { createPool } from '../../server/db/engines/postgres-pool.ts'
import { postgresDialect } from '../../server/db/engines/postgres-dialect.ts'
import { writeMode } from '../../server/db/engines/mode-mark.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Db, Tables } from '../../server/db/tables.ts'
import { createTestDatabase } from './postgres.ts'
import {
  makeCall,
  listQuestions,
  signTokens,
  dropRepeatedRejections,
  type RecordedCall,
} from './release-responses.ts'
import { fixtureTime, startOnRelease } from './release-server.ts'
import { findMissingStates, readCheckedStates, typedStates, type States } from './release-states.ts'
import { buildReleaseData } from './release-data.ts'
import type { TestServer } from './server.ts'

const releases = join(import.meta.dirname, '../fixtures/releases')

/** The recorded facts about the data of a release. */
export interface ReleaseRecord {
  /** The time of the server's clock. */
  at: string
  /** The allowed values of each column that only TypeScript restricts. */
  states: States
  /** Row counts by table. */
  counts: Record<string, number>
  answers: RecordedCall[]
}

/** Returns the paths of a release's files, which are named `<version>.*` in tests/fixtures/releases. */
const filesOf = (version: string) => ({
  sqlite: join(releases, `${version}.sqlite.gz`),
  postgres: join(releases, `${version}.postgres`),
  record: join(releases, `${version}.answers.json.gz`),
})

export function listReleases(): string[] {
  const ending = '.sqlite.gz'
  return readdirSync(releases)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
}

export function readRecord(version: string): ReleaseRecord {
  return JSON.parse(gunzipSync(readFileSync(filesOf(version).record)).toString()) as ReleaseRecord
}

/**
 * Writes a fixture with the current version's data for both engines, and with its server's responses.
 * @param serverUrl the URL of a Postgres server
 * @throws an Error if the version already has a fixture, if a table has no row, or if a state occurs in no
 * row
 */
export async function writeReleaseFixture(version: string, serverUrl: string): Promise<void> {
  const files = filesOf(version)
  const existing = Object.values(files).find((file) => existsSync(file))
  if (existing !== undefined)
    throw new Error(`There is a fixture of ${version}: ${existing}. It never changes.`)
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-release-'))
  try {
    const file = join(folder, 'kerblight.db')
    const record = await buildRelease(file)
    const data = gzipSync(readFileSync(file), { level: 9 })
    const postgres = await moveToPostgres(file, serverUrl)
    mkdirSync(files.postgres, { recursive: true })
    for (const [name, text] of Object.entries(postgres)) writeFileSync(join(files.postgres, name), text)
    writeFileSync(files.record, gzipSync(JSON.stringify(record), { level: 9 }))
    writeFileSync(files.sqlite, data)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Fills a new SQLite file, and records the responses of a server that starts with it. */
async function buildRelease(file: string): Promise<ReleaseRecord> {
  const env = { DATABASE_URL: `file:${file}` }
  const first = await startOnRelease({ env })
  try {
    await buildReleaseData(first)
    await assertAllTablesFilled(first)
  } finally {
    await first.close()
  }
  const second = await startOnRelease({ env })
  try {
    return await recordRelease(second)
  } finally {
    await second.close()
  }
}

async function assertAllTablesFilled({ ctx: { db } }: TestServer): Promise<void> {
  const emptyTables = Object.entries(await countRows(db)).flatMap(([table, count]) =>
    count === 0 ? [table] : [],
  )
  if (emptyTables.length > 0) throw new Error(`The fixture has no row of ${emptyTables.join(', ')}.`)
  const missing = await findMissingStates(db, { ...(await readCheckedStates(db)), ...typedStates })
  if (missing.length > 0) throw new Error(`No row of the fixture has ${missing.join(', ')}.`)
}

async function recordRelease(server: TestServer): Promise<ReleaseRecord> {
  const { db } = server.ctx
  const tokens = await signTokens(server)
  const responses: RecordedCall[] = []
  for (const question of await listQuestions(db, [...tokens.keys()]))
    responses.push({ ...question, ...(await makeCall(server, tokens, question)) })
  return {
    at: fixtureTime.toISOString(),
    states: typedStates,
    counts: await countRows(db),
    answers: dropRepeatedRejections(responses),
  }
}

/** Tables that exist on only one engine, and those of the full-text index. */
const engineTables = /^(sqlite_.*|car_text.*|current_change|schema_version|rate_counts)$/

/** Counts the rows in each table that exists on both engines. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables()
  const counts: Record<string, number> = {}
  for (const { name } of tables.filter(({ isView, name }) => !isView && !engineTables.test(name))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    )
    counts[name] = rows[0]!.count
  }
  return counts
}

/** Returns the Postgres fixture files' contents, by file name. */
async function moveToPostgres(file: string, serverUrl: string): Promise<Record<string, string>> {
  const schema = await onNewDatabase(serverUrl, readSchema)
  const tables = await onNewDatabase(serverUrl, async (address) => {
    const source = takeSource(file)
    await moveData(source, address, { onStep() {}, onRows() {} })
    source.close()
    return withClient(address, readTables)
  })
  return { 'schema.sql': schema, ...tables }
}

async function onNewDatabase<T>(
  serverUrl: string,
  work: (address: PostgresAddress) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(serverUrl, 'empty')
  try {
    return await work(database.address)
  } finally {
    await database.drop()
  }
}

/**
 * Matches text that defines the schema, after any comments. The triggers of the ledger are created together with the
 * entries of new columns, of which an empty database has none.
 */
const definition = /^(\s|--[^\n]*\n)*(create|alter|drop|comment|do|insert into car_changes)\b/i

/** Creates the current version's schema and returns the statements that created it. */
async function readSchema({ url }: PostgresAddress): Promise<string> {
  const statements: string[] = []
  const pool = createPool(url, () => {}, { max: 1 })
  const announced = { onCommit: async () => {}, onFailure() {} }
  const db = new Kysely<Tables>({
    dialect: postgresDialect(pool, async () => announced),
    log: ({ level, query }) => {
      if (level === 'query' && definition.test(query.sql))
        statements.push(query.sql.trim().replace(/;*$/, ';'))
    },
  })
  try {
    await migrate(db)
    await writeMode(db, 'sandbox')
  } finally {
    await db.destroy()
  }
  return `${statements.join('\n\n')}\n`
}

const listTables = `select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`

/** Returns each table's rows as JSON, one row per line. */
async function readTables(client: Client): Promise<Record<string, string>> {
  const tables = await client.query<{ name: string }>(listTables)
  const files: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json("${name}")::text as row from "${name}" order by 1`,
    )
    files[`${name}.jsonl`] = rows.map(({ row }) => `${row}\n`).join('')
  }
  return files
}

/**
 * Loads the data of a release into a SQLite file, or into an empty Postgres database. On Postgres, it creates
 * the release's schema and inserts its rows without triggers.
 */
export async function loadReleaseFixture(version: string, target: string | PostgresAddress): Promise<void> {
  if (typeof target === 'string') writeFileSync(target, gunzipSync(readFileSync(filesOf(version).sqlite)))
  else await loadPostgres(version, target)
}

function loadPostgres(version: string, address: PostgresAddress): Promise<void> {
  const folder = filesOf(version).postgres
  const tables = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''))
  return withClient(address, async (client) => {
    await client.query(readFileSync(join(folder, 'schema.sql'), 'utf8'))
    // This setting also disables foreign keys, so the tables can be loaded in any order.
    await client.query('set session_replication_role = replica')
    await client.query(`truncate ${tables.map((name) => `"${name}"`).join(', ')}`)
    for (const name of tables) {
      const rows = readFileSync(join(folder, `${name}.jsonl`), 'utf8')
        .trimEnd()
        .replaceAll('\n', ',')
      const columns = await listStoredColumns(client, name)
      await client.query(
        `insert into "${name}" (${columns}) select ${columns} from json_populate_recordset(null::"${name}", $1::json)`,
        [`[${rows}]`],
      )
    }
    await client.query(continueNumbers)
  })
}

/** Returns a table's columns for a statement, without those that the database computes. */
async function listStoredColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}

async function withClient<T>({ url }: PostgresAddress, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
