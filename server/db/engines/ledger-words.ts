import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import { engineOf, type Answers } from './engine.ts'
import { jsonObject } from './json.ts'

/** What the ledger's triggers are made of. A change's values are numbers or texts: SQLite keeps any, Postgres as JSON. */
export interface LedgerWords {
  /** A value as the ledger keeps it. */
  kept(value: string): string
  /** JSON of several values, kept as a text. */
  keptJson(members: readonly (readonly [name: string, value: string])[]): string
  /** Kept JSON in which some members are empty. */
  emptied(kept: string, names: readonly string[]): string
  /** ISO text. */
  now: string
  /** A query as one of those that are read from. */
  among(query: string): string
  /** An empty text as the ledger keeps it. */
  nothing: string
  /** A statement of a trigger that refuses the write. */
  refuse(message: string): string
}

export const ledgerWordsOf = (db: QueryExecutorProvider): LedgerWords => ledgerWords[engineOf(db)]

/** A value in a query, as the ledger keeps it. */
export const retainedValue = (value: string): RawBuilder<string> =>
  either<string>({ sqlite: sql`${value}`, postgres: sql`to_jsonb(${value}::text)` })

const ledgerWords: Answers<LedgerWords> = {
  sqlite: {
    kept: (value) => value,
    keptJson: jsonObject.sqlite,
    emptied: (kept, names) => `json_set(${kept}, ${names.map((name) => `'$.${name}', ''`).join(', ')})`,
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    among: (query) => `(${query})`,
    nothing: `''`,
    refuse: (message) => `select raise(abort, '${message}')`,
  },
  postgres: {
    kept: (value) => `to_jsonb(${value})`,
    keptJson: (members) => `to_jsonb(${jsonObject.postgres(members)}::text)`,
    emptied: (kept, names) =>
      `to_jsonb((((${kept}) #>> '{}')::jsonb || '${JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])))}')::text)`,
    now: `to_char(statement_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    among: (query) => `(${query}) as among`,
    nothing: `'""'::jsonb`,
    refuse: (message) => `raise exception '${message}'`,
  },
}
