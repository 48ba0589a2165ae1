import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import { getEngine, type PerEngine } from './engine.ts'
import { jsonObject } from './json.ts'

/**
 * The engine-specific SQL in the ledger's triggers. Changed values are numbers or strings. SQLite stores them
 * unchanged, Postgres as JSON.
 */
export interface LedgerSql {
  /** Returns SQL for a value in the form that the ledger stores. */
  stored(value: string): string
  /** Returns SQL for a JSON object of several values, stored as text. */
  storedJson(members: readonly (readonly [name: string, value: string])[]): string
  /** Returns SQL for stored JSON with some of its members emptied. */
  emptied(stored: string, names: readonly string[]): string
  /** SQL for the current time in ISO 8601 format. */
  now: string
  /** Wraps a query for use in a `from` clause. */
  among(query: string): string
  /** SQL for an empty string in the form that the ledger stores. */
  nothing: string
  /** Returns the statement that a trigger uses to reject the write. */
  reject(message: string): string
}

export const getLedgerSql = (db: QueryExecutorProvider): LedgerSql => ledgerSql[getEngine(db)]

/** Builds SQL for a value in the form that the ledger stores. */
export const buildLedgerValue = (value: string): RawBuilder<string> =>
  either<string>({ sqlite: sql`${value}`, postgres: sql`to_jsonb(${value}::text)` })

const ledgerSql: PerEngine<LedgerSql> = {
  sqlite: {
    stored: (value) => value,
    storedJson: jsonObject.sqlite,
    emptied: (stored, names) => `json_set(${stored}, ${names.map((name) => `'$.${name}', ''`).join(', ')})`,
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    among: (query) => `(${query})`,
    nothing: `''`,
    reject: (message) => `select raise(abort, '${message}')`,
  },
  postgres: {
    stored: (value) => `to_jsonb(${value})`,
    storedJson: (members) => `to_jsonb(${jsonObject.postgres(members)}::text)`,
    emptied: (stored, names) =>
      `to_jsonb((((${stored}) #>> '{}')::jsonb || '${JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])))}')::text)`,
    now: `to_char(statement_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    among: (query) => `(${query}) as among`,
    nothing: `'""'::jsonb`,
    reject: (message) => `raise exception '${message}'`,
  },
}
