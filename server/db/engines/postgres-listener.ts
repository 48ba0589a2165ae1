import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, type QueryResult, type QueryResultRow } from 'pg'

/**
 * Hears what other processes tell (`NOTIFY`), over a connection of its own: a pooler must not give it to somebody else.
 * Lost, it is opened again.
 */
export interface Listener {
  /** Tells whoever listens there. What cannot be told now is not told later. */
  tell(channel: string, text: string): void
  /** Asks over the connection that listens. @throws where it is lost */
  ask<Row extends QueryResultRow>(text: string, values: () => unknown[]): Promise<Row[]>
  /** How many others listen to the same database. */
  countOthers(): Promise<number>
  /** Takes a lock of that name until it is released, or this connection lost; null where somebody has it. */
  takeLock(name: string): Promise<Lock | null>
  /** Since when the server cannot be reached; null where it can. */
  unreachableSince(): Date | null
  close(): Promise<void>
}

export interface Lock {
  isHeld(): boolean
  release(): Promise<void>
}

export interface ChangeListeners {
  onHeard(channel: string, text: string): void
  /** From now on nothing is heard. */
  onLost(): void
  /** It is again. */
  onBack(): void
}

const NAME = 'kerblight listens'
const CONNECT_MS = 2_000
const PING_EVERY_MS = 2_000
/** A connection that breaks off without a word is noticed by this. */
const PING_MS = 3_000
const LONGEST_PAUSE_MS = 500
/** Locks of a machine that is gone without a word are free after 25 s. */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** A connection that is there. */
interface Line {
  ask: Ask
  end(): Promise<void>
}

export async function listen(
  url: string,
  channels: readonly string[],
  ears: ChangeListeners,
): Promise<Listener> {
  let line: Line | null = null
  let isClosed = false
  let unreachableSince: Date | null = null
  let untold: Told[] = []

  async function open(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: NAME,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: PING_MS,
      keepAlive: true,
      options: KEEPALIVE,
    })
    const onLost = () => lose(opened)
    const opened: Line = { ask: createSequentialQuery(client, onLost), end: () => client.end().catch(ignore) }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload = '' }) => ears.onHeard(channel, payload))
    try {
      await client.connect()
      for (const channel of channels) await opened.ask(`listen "${channel}"`)
    } catch (error) {
      void opened.end()
      throw error
    }
    line = opened
    unreachableSince = null
  }

  function lose(lost: Line): void {
    if (lost !== line) return
    line = null
    untold = []
    void lost.end()
    if (isClosed) return
    ears.onLost()
    void comeBack()
  }

  async function comeBack(): Promise<void> {
    for (let pause = 10; !isClosed; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await sleep(pause)
      try {
        if (!isClosed) await open()
        return isClosed ? undefined : ears.onBack()
      } catch {
        unreachableSince ??= new Date()
      }
    }
  }

  const ping = () => line?.ask('select 1').catch(ignore)

  /** What is to be told while others are asked goes together. */
  function tell(told: Told): void {
    if (!line || untold.push(told) > 1) return
    line.ask(notifyAll, () => [JSON.stringify(untold.splice(0))]).catch(ignore)
  }

  await open()
  const pinging = setInterval(() => void ping(), PING_EVERY_MS)
  pinging.unref()

  return {
    tell: (channel, text) => tell({ channel, text }),
    async ask<Row extends QueryResultRow>(text: string, values: () => unknown[]) {
      if (!line) throw new Error('The connection is lost.')
      return (await line.ask<Row>(text, values)).rows
    },
    async countOthers() {
      const answer = await line?.ask<{ count: number }>(countOthers, () => [NAME])
      return answer?.rows[0]?.count ?? 0
    },
    async takeLock(name) {
      const holder = line
      const ask = (what: string) =>
        holder
          ?.ask<{ isDone: boolean }>(`select ${what}(hashtextextended($1, 0)) as "isDone"`, () => [name])
          .catch(ignore)
      const answer = await ask('pg_try_advisory_lock')
      if (!answer?.rows[0]!.isDone) return null
      return { isHeld: () => holder === line, release: async () => void (await ask('pg_advisory_unlock')) }
    },
    unreachableSince: () => unreachableSince,
    async close() {
      isClosed = true
      clearInterval(pinging)
      // Once it is answered all is told: a connection that is ended while it is asked is cut.
      await ping()
      await line?.end()
    },
  }
}

interface Told {
  channel: string
  text: string
}

const notifyAll = `select pg_notify(channel, text) from json_to_recordset($1) as told (channel text, text text)`
const countOthers = `select count(*)::integer as count from pg_stat_activity
  where application_name = $1 and datname = current_database() and pid <> pg_backend_pid()`

function ignore(): void {}

/** Asks over one connection. @param values taken when it is its turn */
type Ask = <Row extends QueryResultRow>(text: string, values?: () => unknown[]) => Promise<QueryResult<Row>>

/** One query after the other. @param onSilence told where one is not answered */
function createSequentialQuery(client: Client, onSilence: () => void): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row extends QueryResultRow>(text: string, values: () => unknown[] = () => []) => {
    const mine = last.then(() => client.query<Row>(text, values()))
    last = mine.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) onSilence()
    })
    return mine
  }
}
