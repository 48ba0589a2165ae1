import type Sqlite from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import type { Statement } from '../list.ts'
import type { PerEngine, Engine } from './engine.ts'
import { detectLostDatabase } from './lost-database.ts'

/**
 * Reads rows synchronously in the middle of other work, so that in-memory data is updated and searched in one
 * step. SQLite reads are synchronous. On Postgres, work that requests rows that are not loaded yet is
 * aborted, the rows are loaded, and the work starts over. All runs read from one snapshot, so each run finds
 * the same rows.
 */
export interface RowBatchReader {
  engine: Engine
  /** Returns the rows, each as its values in column order. */
  read(sql: string, ...parameters: (string | number)[]): Iterable<unknown[]>
}

/**
 * Runs work that reads rows synchronously. The work may run several times, up to the point where it requests
 * rows that were not read yet.
 */
export type WithRows = <T>(work: (rows: RowBatchReader) => T) => Promise<T>

export function createSqliteRowReader(sqlite: Sqlite.Database): RowBatchReader {
  const prepared = new Map<string, Sqlite.Statement>()
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? sqlite.prepare(sql).raw()
    prepared.set(sql, statement)
    return statement
  }
  return {
    engine: 'sqlite',
    read: (sql, ...parameters) => prepare(sql).iterate(...parameters) as Iterable<unknown[]>,
  }
}

/** Creates a function that runs work sequentially, so that in-memory data is never used concurrently. */
export function createPostgresRowReader(pool: Pool): WithRows {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = turn.then(() => inSnapshot(pool, (ask) => untilAllIsRead(ask, work)))
    turn = result.catch(() => {})
    return result
  }
}

/** Runs queries in one snapshot, and returns the rows of each by column name. */
export function readInSnapshot(pool: Pool, statements: readonly Statement[]): Promise<unknown[][]> {
  return inSnapshot(pool, async (_ask, client) => {
    const results: unknown[][] = []
    for (const { sql, parameters } of statements)
      results.push((await client.query(sql, [...parameters])).rows as unknown[])
    return results
  })
}

type Ask = (statement: Statement) => Promise<unknown[][]>

function inSnapshot<T>(pool: Pool, work: (ask: Ask, client: PoolClient) => Promise<T>): Promise<T> {
  return detectLostDatabase(async () => readInTransaction(await pool.connect(), work))
}

async function readInTransaction<T>(
  client: PoolClient,
  work: (ask: Ask, client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await work(async ({ sql, parameters }) => {
      const { rows } = await client.query({ text: sql, values: [...parameters], rowMode: 'array' })
      return rows as unknown[][]
    }, client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function untilAllIsRead<T>(ask: Ask, work: (rows: RowBatchReader) => T): Promise<T> {
  const loadedRows = new Map<string, unknown[][]>()
  const rows: RowBatchReader = {
    engine: 'postgres',
    read(sql, ...parameters) {
      const statement = { sql, parameters }
      const result = loadedRows.get(JSON.stringify(statement))
      if (!result) throw new RowsNotLoaded(statement)
      return result
    },
  }
  for (;;)
    try {
      return work(rows)
    } catch (error) {
      if (!(error instanceof RowsNotLoaded)) throw error
      loadedRows.set(JSON.stringify(error.statement), await ask(error.statement))
    }
}

class RowsNotLoaded extends Error {
  readonly statement: Statement

  constructor(statement: Statement) {
    super('These rows are not read yet.')
    this.statement = statement
  }
}

interface RowWords {
  /** Returns the placeholder of the parameter at this position, starting at 1. */
  placeholder(position: number): string
  /** Returns a condition that the value is in a list passed as JSON. */
  amongNumbers(position: number): string
  amongTexts(position: number): string
  hasPart(text: string, position: number): string
}

export const sqlFragments: PerEngine<RowWords> = {
  sqlite: {
    placeholder: () => '?',
    amongNumbers: () => 'in (select value from json_each(?))',
    amongTexts: () => 'in (select value from json_each(?))',
    hasPart: (text) => `instr(${text}, ?) > 0`,
  },
  postgres: {
    placeholder: (position) => `$${position}`,
    amongNumbers: (position) =>
      `in (select value::bigint from jsonb_array_elements_text($${position}::jsonb))`,
    amongTexts: (position) => `in (select value from jsonb_array_elements_text($${position}::jsonb))`,
    hasPart: (text, position) => `strpos(${text}, $${position}) > 0`,
  },
}
