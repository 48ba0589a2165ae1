import { CompiledQuery, sql } from 'kysely'
import type { Pool } from 'pg'
import type { OnChanges } from '../change-log.ts'
import { checkSchema } from '../check-schema.ts'
import { DatabaseError } from '../database-error.ts'
import type { Database, OpenOptions } from '../database.ts'
import { migrate } from '../migrate.ts'
import { MigrationError } from '../migration-error.ts'
import { findNewestVersion } from '../migrations.ts'
import type { Db } from '../tables.ts'
import { assertSpaceOnServer } from './assert-space.ts'
import { createExclusiveRunner } from './exclusive-runner.ts'
import type { PostgresAddress } from '../../config/postgres-address.ts'
import { postgresDialect, STATEMENT_MS, type Announce } from './postgres-dialect.ts'
import { announce, reportCommitted, selectTopics } from './postgres-changes.ts'
import { joinPeers, type Peers } from './postgres-peers.ts'
import { createPool } from './postgres-pool.ts'
import { readInSnapshot, createPostgresRowReader } from './row-batch-reader.ts'
import { readSchemaVersion } from './schema-version.ts'
import { createCountAdder } from './shared-counts.ts'
import { RetryingDb } from './transactions.ts'

type OnLoss = (error: Error) => void

const MAX_CONNECTIONS = 10
/**
 * Extra time that the client waits after the server's statement timeout. The server normally cancels the
 * statement first and reports it. The client's own timeout covers a server that no longer responds.
 */
const LATE_MS = 1000

/**
 * Opens a Postgres database, and creates its schema or, if permitted, upgrades it. If several processes start
 * at the same time, only one of them creates or upgrades the schema.
 * @throws DatabaseError if the database cannot be reached, belongs to another program, or has a schema of
 * another version
 */
export async function openPostgres(address: PostgresAddress, options: Options = {}): Promise<Database> {
  const { onChanges = () => {}, onHearing = () => {}, onLoss = () => {} } = options
  const { url, shown, listenUrl = url } = address
  const newest = findNewestVersion(options.migrations)
  await withSchema(address, async (db) => {
    const version = await checkSchema(db, shown, options.migrations)
    if (version > 0 && version < newest && !options.canUpgrade)
      throw new DatabaseError(buildOlderSchemaMessage(shown, version, newest))
    if (version === 0) await allowCreation(db, options)
    await migrate(db, options.migrations).catch((error: unknown) => {
      throw version > 0 && error instanceof MigrationError
        ? adviseRollback(error, shown, { before: version, newest })
        : error
    })
  })
  const pool = createPool(url, onLoss, { max: MAX_CONNECTIONS, query_timeout: STATEMENT_MS + LATE_MS })
  const peers = await joinPeers(listenUrl, { onChanges, onHearing })
  const db: Db = new RetryingDb({ dialect: postgresDialect(pool, announceTo(peers, onChanges)) })
  const close = async () => {
    await peers.close()
    await db.destroy()
  }
  if (
    !(await peers.receivesOwnMessages((channel, text) =>
      sql`select pg_notify(${channel}, ${text})`.execute(db),
    ))
  ) {
    await close()
    throw new DatabaseError(buildPoolerMessage(shown))
  }
  return {
    db,
    file: null,
    place: url,
    addCounts: createCountAdder(pool),
    assertSpace: () => assertSpaceOnServer(db),
    expectManyWrites() {},
    readExternalCommits() {},
    unreachableSince: peers.unreachableSince,
    readPool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      max: MAX_CONNECTIONS,
      waiting: pool.waitingCount,
    }),
    exclusively: createExclusiveRunner(peers),
    rowBatchReader: createPostgresRowReader(pool),
    readRows: (statements) => readInSnapshot(pool, statements),
    close,
  }
}

/**
 * Calls `beforeCreate`, and ignores its error if a schema exists by then. Another process may have created
 * the tables since the version was read. In that case, the database counts as existing data.
 */
async function allowCreation(db: Db, { beforeCreate }: Pick<OpenOptions, 'beforeCreate'>): Promise<void> {
  try {
    await beforeCreate?.()
  } catch (error) {
    if ((await readSchemaVersion(db)) === 0) throw error
  }
}

function buildOlderSchemaMessage(shown: string, version: number, newest: number): string {
  return `${shown} was written by an older version of Kerblight (schema ${version}; this version needs ${newest}). Back it up with pg_dump, start the server once to upgrade the schema, then run this again. Nothing was changed.`
}

function adviseRollback(
  error: MigrationError,
  shown: string,
  { before, newest }: { before: number; newest: number },
): MigrationError {
  return error.withAdvice(
    `Can’t upgrade the database ${shown} from schema ${before} to schema ${newest}.`,
    `The step was rolled back, and the steps before it remain: the database is at schema ${error.version}.
Kerblight makes no backup of a Postgres database. To return to the previous version of Kerblight, start it. If it refuses that schema, stop all Kerblight processes, restore FILE, the backup that you made with pg_dump --format=custom before the upgrade, and set DATABASE_URL to the new database:
  createdb kerblight_restored
  pg_restore --no-owner --dbname=kerblight_restored FILE`,
  )
}

/**
 * Builds the error message for a connection through a transaction pooler. The pooler uses a different
 * connection for each transaction, so notifications never arrive.
 */
function buildPoolerMessage(shown: string): string {
  return `Kerblight doesn’t receive its own notifications from the database ${shown}. If DATABASE_URL leads to a pooler, set DATABASE_LISTEN_URL to the URL of the Postgres server. Nothing was changed.`
}

interface Options extends Pick<
  OpenOptions,
  'canUpgrade' | 'migrations' | 'beforeCreate' | 'onChanges' | 'onHearing'
> {
  /** Called when an idle connection is lost. The next query opens another. */
  onLoss?: OnLoss
}

function announceTo(peers: Peers, onChanges: OnChanges): Announce {
  return async (connection) => {
    const message = peers.beginMessage()
    const tx = await announce(connection, message.text).catch((error: unknown) => {
      message.drop()
      throw error
    })
    const readTopics = async () => {
      const query = CompiledQuery.raw(selectTopics, [tx])
      return (await connection.executeQuery<{ topics: string }>(query)).rows
    }
    return {
      async onCommit() {
        const heard = message.heard()
        await reportCommitted(tx, readTopics, onChanges)
        await heard
      },
      onFailure: message.drop,
    }
  }
}

/** Runs work on the schema over a separate connection without a client-side timeout. */
export async function withSchema<T>(
  { url, shown }: PostgresAddress,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = createPool(url, () => {}, { max: 1 })
  const db: Db = new RetryingDb({ dialect: postgresDialect(pool, noAnnouncement) })
  try {
    await assertReachable(pool, shown)
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const noAnnouncement: Announce = async () => ({ onCommit: async () => {}, onFailure() {} })

const READ_ONLY = 'transaction_read_only'

async function assertReachable(pool: Pool, shown: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ is: string }>('select current_setting($1) as is', [READ_ONLY])
    if (rows[0]!.is === 'on')
      throw new Error('it is read-only, like a standby. Set DATABASE_URL to the primary')
  } catch (error) {
    const reason = (error as Error).message || String((error as { code?: unknown }).code)
    throw new DatabaseError(`Can’t open the database ${shown}: ${reason}. Nothing was changed.`, {
      cause: error,
    })
  }
}
