import { inject } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import type { Db } from '../../server/db/tables.ts'
import { createTestDatabase } from '../support/postgres.ts'

export const engines = ['sqlite', 'postgres'] as const

export interface Opened {
  db: Db
  close(): Promise<void>
}

/** Opens a test database with the current schema and no rows. */
export async function openEngine(engine: (typeof engines)[number]): Promise<Opened> {
  if (engine === 'sqlite') return openDatabase(':memory:')
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  const { db, close } = await openPostgres(address)
  return {
    db,
    async close() {
      await close()
      await drop()
    },
  }
}
