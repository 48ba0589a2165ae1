import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { sweepUploads } from '../../server/core/images/sweep-uploads.ts'
import { buildPerson, buildUpload } from '../support/factories.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { engines } from './open-engine.ts'

const DAY = 24 * 3600

describe.each(engines)('the sweep of photos on %s', (engine) => {
  let dataDir: string
  let server: TestServer
  let drop = () => Promise.resolve()

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'kerblight-sweep-'))
    const ownSettings = { dataDir, databaseFile: join(dataDir, 'kerblight.db') }
    if (engine === 'sqlite') server = await startTestServer({ config: ownSettings })
    else {
      const { address, drop: dropDatabase } = await createTestDatabase(inject('postgresUrl'))
      drop = dropDatabase
      server = await startTestServer({
        config: { ...ownSettings, postgres: address },
        isSingleProcess: false,
      })
    }
    await sweepUploads(server.ctx)
  })
  afterEach(async () => {
    await server.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Creates the file of a photo that was stored long ago. */
  function putFile(hash: string): string {
    const file = join(dataDir, 'images', hash.slice(0, 2), `${hash}-full.webp`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    utimesSync(file, new Date(0), new Date(0))
    return file
  }
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const countRemaining = (files: readonly string[]) => files.filter((file) => existsSync(file)).length

  async function sweepAfter(days: number) {
    server.advance(days * DAY)
    return (await sweepUploads(server.ctx)).photoFiles
  }

  it('retains unknown files for seven days, then deletes a twentieth of the files at a time', async () => {
    const files = Array.from({ length: 60 }, (_, number) => putFile(hashOf(`unknown ${number}`)))
    await sweepAfter(0)
    await sweepAfter(6)
    expect(countRemaining(files)).toBe(60)
    expect(await sweepAfter(1)).toEqual({ released: 0, orphaned: 3 })
    expect(countRemaining(files)).toBe(57)
  })

  it('deletes files released by the server without delay, but none that a car uses', async () => {
    const { id } = await buildPerson(server.ctx, { account: 'seller' })
    const [retained, expired] = [hashOf('kept'), hashOf('expired')]
    for (const [hash, expiry] of [
      [retained, null],
      [expired, '2000-01-01T00:00:00.000Z'],
    ] as const) {
      const url = await buildUpload(server.ctx, id)
      const uploads = server.ctx.db.updateTable('uploads').set({ hash, expires_at: expiry })
      await uploads.where('url', '=', url).execute()
    }
    const files = [putFile(retained), putFile(expired)]
    expect(await sweepAfter(1)).toEqual({ released: 1, orphaned: 0 })
    expect(files.map((file) => existsSync(file))).toEqual([true, false])
    await sweepAfter(30)
    expect(countRemaining(files)).toBe(1)
  })

  it('deletes nothing if another installation owns the folder', async () => {
    const files = Array.from({ length: 3 }, (_, number) => putFile(hashOf(`theirs ${number}`)))
    writeFileSync(join(dataDir, 'images', 'installation-id'), `${'x'.repeat(22)}\n`)
    for (let day = 0; day < 20; day++) await sweepAfter(1)
    expect(countRemaining(files)).toBe(3)
  })
})
