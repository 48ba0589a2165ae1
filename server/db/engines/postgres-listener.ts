import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type QueryResult, type QueryResultRow } from 'pg'

/**
 * The receiver of other processes' notifications (`NOTIFY`). It uses a separate connection, which a pooler
 * must not give to another client. A lost connection is reopened.
 */
export interface Listener {
  /** Notifies the listeners of a channel. The notification is dropped if the connection is down. */
  notify(channel: string, text: string): void
  /**
   * Runs a query over the listening connection.
   * @throws if the connection is lost
   */
  ask<Row extends QueryResultRow>(text: string, values: () => unknown[]): Promise<Row[]>
  /** Returns the number of other processes that listen to the same database. */
  countPeers(): Promise<number>
  /**
   * Acquires the named lock until it is released or this connection is lost. Resolves to null if another
   * process holds the lock.
   */
  takeLock(name: string): Promise<Lock | null>
  /** Returns the time since which the server has been unreachable, or null if it is reachable. */
  unreachableSince(): Date | null
  close(): Promise<void>
}

export interface Lock {
  isHeld(): boolean
  release(): Promise<void>
}

export interface ChangeListeners {
  onHeard(channel: string, text: string): void
  /** Called when notifications are no longer received. */
  onLost(): void
  /** Called when notifications are received again. */
  onBack(): void
}

const NAME = 'kerblight listens'
const CONNECT_MS = 2_000
const PING_EVERY_MS = 2_000
/** Timeout of a ping, which detects a silently lost connection. */
const PING_MS = 3_000
const LONGEST_PAUSE_MS = 500
/**
 * The TCP keepalive options. If a machine disappears silently, the server releases its locks after 25
 * seconds.
 */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

interface OpenConnection {
  ask: Ask
  end(): Promise<void>
}

export async function listen(
  url: string,
  channels: readonly string[],
  listeners: ChangeListeners,
): Promise<Listener> {
  let connection: OpenConnection | null = null
  let isClosed = false
  let unreachableSince: Date | null = null
  let pending: PendingNotification[] = []

  async function open(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: NAME,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PING_MS,
      keepAlive: true,
      options: KEEPALIVE,
    })
    const onLost = () => handleLoss(opened)
    const opened: OpenConnection = {
      ask: createSequentialQuery(client, onLost),
      end: () => client.end().catch(ignore),
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload = '' }) => listeners.onHeard(channel, payload))
    try {
      await client.connect()
      for (const channel of channels) await opened.ask(`listen "${channel}"`)
    } catch (error) {
      void opened.end()
      throw error
    }
    connection = opened
    unreachableSince = null
  }

  function handleLoss(lostConnection: OpenConnection): void {
    if (lostConnection !== connection) return
    connection = null
    pending = []
    void lostConnection.end()
    if (isClosed) return
    listeners.onLost()
    void reconnect()
  }

  async function reconnect(): Promise<void> {
    for (let pause = 10; !isClosed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause)
      try {
        if (!isClosed) await open()
        return isClosed ? undefined : listeners.onBack()
      } catch {
        unreachableSince ??= new Date()
      }
    }
  }

  const ping = () => connection?.ask('select 1').catch(ignore)

  /** Queues a notification. All notifications that are queued during other queries are sent together. */
  function notify(notification: PendingNotification): void {
    if (!connection || pending.push(notification) > 1) return
    connection.ask(notifyAll, () => [JSON.stringify(pending.splice(0))]).catch(ignore)
  }

  await open()
  const pinging = setInterval(() => void ping(), PING_EVERY_MS)
  pinging.unref()

  return {
    notify: (channel, text) => notify({ channel, text }),
    async ask<Row extends QueryResultRow>(text: string, values: () => unknown[]) {
      if (!connection) throw new Error('The connection is lost.')
      return (await connection.ask<Row>(text, values)).rows
    },
    async countPeers() {
      const response = await connection?.ask<{ count: number }>(countPeers, () => [NAME])
      return response?.rows[0]?.count ?? 0
    },
    async takeLock(name) {
      const holder = connection
      const ask = (what: string) =>
        holder
          ?.ask<{ isDone: boolean }>(`select ${what}(hashtextextended($1, 0)) as "isDone"`, () => [name])
          .catch(ignore)
      const response = await ask('pg_try_advisory_lock')
      if (!response?.rows[0]!.isDone) return null
      return {
        isHeld: () => holder === connection,
        release: async () => void (await ask('pg_advisory_unlock')),
      }
    },
    unreachableSince: () => unreachableSince,
    async close() {
      isClosed = true
      clearInterval(pinging)
      // The ping's response proves that all notifications have been sent. Closing the connection during a
      // query would cut that query off.
      await ping()
      await connection?.end()
    },
  }
}

interface PendingNotification {
  channel: string
  text: string
}

const notifyAll = `select pg_notify(channel, text) from json_to_recordset($1) as notifications (channel text, text text)`
const countPeers = `select count(*)::integer as count from pg_stat_activity
  where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`

function ignore(): void {}

/**
 * Runs a query.
 * @param values called when it is the query's turn
 */
type Ask = <Row extends QueryResultRow>(text: string, values?: () => unknown[]) => Promise<QueryResult<Row>>

/**
 * Creates a function that runs queries one after another.
 * @param onConnectionError called if a query fails with anything but an error from the database server
 */
function createSequentialQuery(client: Client, onConnectionError: () => void): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends QueryResultRow>(text: string, values: () => unknown[] = () => []) => {
    const result = last.then(() => client.query<Row>(text, values()))
    last = result.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) onConnectionError()
    })
    return result
  }
}
