import Sqlite from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/connection.ts'
import { findDamage } from '../../server/db/integrity.ts'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-integrity-'))
  file = join(folder, 'kerblight.db')
  const database = await openDatabase({ databaseFile: file, backupDir: folder })
  await database.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('finds a sound database sound while another process writes to it', async () => {
  const writer = new Sqlite(file)
  writer.exec('begin immediate; create table later (id)')
  expect(await findDamage(file)).toBeNull()
  writer.close()
})

it('ends a server whose database is damaged where no request has read', async () => {
  damageIndex('reviews_by_purchase')
  const server = spawn(process.execPath, ['server/serve.ts'], {
    env: {
      ...process.env,
      ...defaultSettings,
      PORT: await freePort(),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    },
  })
  const [said, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])
  expect(said).toContain(`The database ${file} is damaged`)
  expect(said).toContain('restore a backup')
  expect(code).toBe(1)
})

/** Fills its first page with what is none. */
function damageIndex(name: string): void {
  const sqlite = new Sqlite(file)
  const page = sqlite.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(name) as number
  const size = sqlite.pragma('page_size', { simple: true }) as number
  sqlite.close()
  writeFileSync(file, readFileSync(file).fill(7, (page - 1) * size, page * size))
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return String(port)
}
