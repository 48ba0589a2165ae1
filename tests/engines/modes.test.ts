import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import { moveData } from '../../server/db/engines/move/move-data.ts'
import { takeSource } from '../../server/db/engines/move/source.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer } from '../support/server.ts'
import { engines } from './open-engine.ts'

type Place = Partial<Config>
const live: Place = { mode: 'live', sandbox: null }

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function newPlace(engine: (typeof engines)[number]): Promise<Place> {
  if (engine === 'postgres') {
    const { address, drop } = await createTestDatabase(inject('postgresUrl'))
    cleanups.push(drop)
    return { postgres: address }
  }
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-modes-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  return { databaseFile: join(folder, 'kerblight.db') }
}

async function start(config: Place, env: Record<string, string> = {}): Promise<void> {
  const server = await startTestServer({ config, env })
  await server.close()
}

describe.each(engines)('the mode of the data on %s', (engine) => {
  it('prevents a live installation from starting on a sandbox’s data', async () => {
    const location = await newPlace(engine)
    await start(location)
    await start(location)
    await expect(start({ ...location, ...live })).rejects.toThrow(/contains sandbox data.*DATABASE_URL/)
  })

  it('lets a sandbox accept live data only with SANDBOX=on, which turns it into sandbox data', async () => {
    const location = await newPlace(engine)
    await start({ ...location, ...live })
    await start({ ...location, ...live })
    await expect(start(location)).rejects.toThrow(/contains the data of a live installation.*SANDBOX=on/)
    await start(location, { SANDBOX: 'on' })
    await expect(start({ ...location, ...live })).rejects.toThrow(/contains sandbox data/)
  })
})

it('data that is moved to Postgres retains its mode', async () => {
  const { databaseFile } = await newPlace('sqlite')
  await start({ databaseFile: databaseFile! })
  const { address, drop } = await createTestDatabase(inject('postgresUrl'), 'empty')
  cleanups.push(drop)
  const source = takeSource(databaseFile!)
  await moveData(source, address, { onStep() {}, onRows() {} })
  source.close()
  await expect(start({ postgres: address, ...live })).rejects.toThrow(/contains sandbox data/)
})
