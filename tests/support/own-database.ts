import type { Context } from '../../server/context.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { newPostgres } from './postgres.ts'

/** Runs `work` on a separate database. The schema of a database that a server uses must not change. */
export async function withOwnDatabase<T>(context: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const postgres = await newPostgres()
  const { db, close } = postgres ? await openPostgres(postgres.address) : await openDatabase(':memory:')
  try {
    return await work({ ...context, db })
  } finally {
    await close()
    await postgres?.drop()
  }
}
