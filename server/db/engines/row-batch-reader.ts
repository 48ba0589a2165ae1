import type Sqlite from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import type { Statement } from '../list.ts'
import type { PerEngine, Engine } from './engine.ts'
import { orLost } from './lost-database.ts'

/**
 * Reads rows synchronously in the middle of other work, so that in-memory data is updated and searched in one
 * step. SQLite reads are synchronous, but Postgres reads must be awaited. Work that requests rows that are
 * not available yet is aborted. The rows are read and the work starts over, until all rows are available.
 * Each run finds the same rows, because all of them read from one snapshot.
 */
export interface RowBatchReader {
  engine: Engine
  /**
   * Reads rows.
   * @returns the rows, each as its values in order
   */
  read(sql: string, ...parameters: (string | number)[]): Iterable<unknown[]>
}

/**
 * Runs work that reads rows synchronously. The work may run several times, up to the point where it requests
 * rows that were not read yet.
 */
export type WithRows = <T>(work: (rows: RowBatchReader) => T) => Promise<T>

export function rowsOfSqlite(sqlite: Sqlite.Database): RowBatchReader {
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

/**
 * Creates a function that runs work sequentially, so that no two pieces of work use the in-memory data
 * concurrently.
 */
export function rowsOfPostgres(pool: Pool): WithRows {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = turn.then(() => inSnapshot(pool, (ask) => untilAllIsRead(ask, work)))
    turn = mine.catch(() => {})
    return mine
  }
}

/**
 * Runs queries in one snapshot.
 * @returns the rows of each query, by column name
 */
export function readInSnapshot(pool: Pool, statements: readonly Statement[]): Promise<unknown[][]> {
  return inSnapshot(pool, async (_ask, client) => {
    const answers: unknown[][] = []
    for (const { sql, parameters } of statements)
      answers.push((await client.query(sql, [...parameters])).rows as unknown[])
    return answers
  })
}

type Ask = (statement: Statement) => Promise<unknown[][]>

function inSnapshot<T>(pool: Pool, work: (ask: Ask, client: PoolClient) => Promise<T>): Promise<T> {
  return orLost(async () => readIn(await pool.connect(), work))
}

async function readIn<T>(client: PoolClient, work: (ask: Ask, client: PoolClient) => Promise<T>): Promise<T> {
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
  const known = new Map<string, unknown[][]>()
  const rows: RowBatchReader = {
    engine: 'postgres',
    read(sql, ...parameters) {
      const statement = { sql, parameters }
      const found = known.get(JSON.stringify(statement))
      if (!found) throw new Missing(statement)
      return found
    },
  }
  for (;;)
    try {
      return work(rows)
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      known.set(JSON.stringify(error.statement), await ask(error.statement))
    }
}

class Missing extends Error {
  readonly statement: Statement

  constructor(statement: Statement) {
    super('These rows are not read yet.')
    this.statement = statement
  }
}

interface RowWords {
  /** Returns the placeholder of the parameter at this position, starting at 1. */
  place(at: number): string
  /** Returns a condition that holds if a number or string is in a list that is passed as JSON. */
  amongNumbers(at: number): string
  amongTexts(at: number): string
  hasPart(text: string, at: number): string
}

export const rowWords: PerEngine<RowWords> = {
  sqlite: {
    place: () => '?',
    amongNumbers: () => 'in (select value from json_each(?))',
    amongTexts: () => 'in (select value from json_each(?))',
    hasPart: (text) => `instr(${text}, ?) > 0`,
  },
  postgres: {
    place: (at) => `$${at}`,
    amongNumbers: (at) => `in (select value::bigint from jsonb_array_elements_text($${at}::jsonb))`,
    amongTexts: (at) => `in (select value from jsonb_array_elements_text($${at}::jsonb))`,
    hasPart: (text, at) => `strpos(${text}, $${at}) > 0`,
  },
}
