import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { moveData } from '../../server/db/engines/move/move-data.ts'
import { takeSource } from '../../server/db/engines/move/source.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Two servers with the same rows, one on each database engine. */
export interface BothEngines<Seeded> {
  seeded: Seeded
  sqlite: TestServer
  postgres: TestServer
  close(): Promise<void>
}

/**
 * Starts a server on SQLite and a server on Postgres with the same rows.
 * @param build fills a server on SQLite, whose rows are then moved to Postgres
 */
export async function startOnBoth<Seeded>(
  build: (server: TestServer) => Promise<Seeded>,
): Promise<BothEngines<Seeded>> {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-both-'))
  const file = join(folder, 'kerblight.db')
  const env = { DATABASE_URL: `file:${file}` }
  const first = await startTestServer({ env })
  const seeded = await build(first)
  const { tokenSecret } = first.ctx.config
  await first.close()

  const database = await createTestDatabase(inject('postgresUrl'), 'empty')
  const source = takeSource(file)
  await moveData(source, database.address, { onStep() {}, onRows() {} })
  source.close()
  const sqlite = await startTestServer({ env, config: { tokenSecret } })
  const postgres = await startTestServer({
    config: { tokenSecret, postgres: database.address },
    isSingleProcess: false,
  })
  return {
    seeded,
    sqlite,
    postgres,
    async close() {
      await sqlite.close()
      await postgres.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
