import type { Context } from '../../server/context.ts'
import { openDatabase } from '../../server/db/connection.ts'

/** Lends a database of its own, since the schema of one that a server works with stays as it is. */
export async function withOwnDatabase<T>(of: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(':memory:')
  try {
    return await work({ ...of, db })
  } finally {
    await close()
  }
}
