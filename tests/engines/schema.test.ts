import { beforeAll, describe, expect, it } from 'vitest'
import { openEngine } from './open-engine.ts'
import { readSchemaOfPostgres, readSchemaOfSqlite, type Schema } from './read-schema.ts'

/**
 * Removes the parts that exist only on Postgres: the transaction ID of a change, and a view of the
 * transaction's own settings. On Postgres, a change's number does not reveal its transaction.
 */
function removePostgresParts(schema: Schema): Schema {
  for (const columns of Object.values(schema.columns)) delete columns.tx
  for (const [table, indexes] of Object.entries(schema.indexes))
    schema.indexes[table] = indexes.filter((index) => !index.endsWith('(tx)'))
  if (schema.indexes.change_log?.length === 0) delete schema.indexes.change_log
  delete schema.columns.current_change
  return schema
}

describe('the schema', () => {
  let sqlite: Schema
  let postgres: Schema
  beforeAll(async () => {
    const [sqliteDatabase, postgresDatabase] = [await openEngine('sqlite'), await openEngine('postgres')]
    sqlite = removePostgresParts(await readSchemaOfSqlite(sqliteDatabase.db))
    postgres = removePostgresParts(await readSchemaOfPostgres(postgresDatabase.db))
    await sqliteDatabase.close()
    await postgresDatabase.close()
  })

  it('has the same tables with the same columns on both engines', () => {
    expect(Object.keys(sqlite.columns).length).toBeGreaterThan(25)
    expect(postgres.columns).toEqual(sqlite.columns)
  })

  it('has the same indexes', () => {
    expect(Object.values(sqlite.indexes).flat().length).toBeGreaterThan(60)
    expect(postgres.indexes).toEqual(sqlite.indexes)
  })

  it('has the same references', () => {
    expect(postgres.references).toEqual(sqlite.references)
  })

  it('has the same triggers', () => {
    expect(sqlite.triggers.length).toBeGreaterThan(40)
    expect(postgres.triggers).toEqual(sqlite.triggers)
  })
})
