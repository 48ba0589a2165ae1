import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { MAX_ROWS, readChanges, type OnChanges } from '../change-log.ts'
import { sampleTriggerName } from '../change-log-triggers.ts'

/** The channel that all processes listen to. */
export const CHANNEL = 'kerblight'

/**
 * The placeholder for the transaction ID while a newer version changes the schema, during which no changes
 * are logged.
 */
const UNKNOWN = '*'

export const selectTopics = `select topics from change_log where tx = $1::bigint limit ${MAX_ROWS + 1}`

/**
 * Announces a transaction that is about to be committed. Must be called within that transaction. Postgres
 * notifies the other processes when it is committed.
 * @param message the part of the notification before the transaction ID
 * @returns the transaction ID
 */
export async function announce(connection: DatabaseConnection, message: string): Promise<string> {
  const { rows } = await connection.executeQuery<{ tx: string }>(
    CompiledQuery.raw(
      `select tx, pg_notify('${CHANNEL}', $1 || ' ' || tx) from (
        select case when to_regproc('${sampleTriggerName}') is null then '${UNKNOWN}'
          else pg_current_xact_id()::text end as tx) as own`,
      [message],
    ),
  )
  return rows[0]!.tx
}

type ReadTopics = (tx: string) => Promise<readonly { topics: string }[]>

/** Reads the changes of a committed transaction, and reports them if there are any. */
export async function reportCommitted(
  tx: string,
  readTopics: ReadTopics,
  onChanges: OnChanges,
): Promise<void> {
  // The transaction is committed even if its topics cannot be read. In that case, `null` reports unknown
  // changes.
  const rows = tx === UNKNOWN ? null : await readTopics(tx).catch(() => null)
  if (rows === null) onChanges(null)
  else if (rows.length > 0) onChanges(readChanges(rows.map(({ topics }) => topics)))
}
