import type { Context } from '../../server/context.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { newPostgres } from './postgres.ts'

/** Lends a database of its own, since the schema of one that a server works with stays as it is. */
export async function withOwnDatabase<T>(of: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const postgres = await newPostgres()
  const { db, close } = postgres ? await openPostgres(postgres.address) : await openDatabase(':memory:')
  try {
    return await work({ ...of, db })
  } finally {
    await close()
    await postgres?.drop()
  }
}
