import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import { backUp } from '../../server/db/backup.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { restoreBackup } from '../../server/db/restore.ts'
import { sweepUploads } from '../../server/core/images/sweep-uploads.ts'
import { call } from '../support/api-client.ts'
import { openTestBucket, type TestBucket } from '../support/bucket.ts'
import { runCommand } from '../support/command.ts'
import { buildPerson } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const DAY = 24 * 3600

// Each test starts several servers one after another, which takes a while.
vi.setConfig({ testTimeout: 60_000 })

let root: string
let store: TestBucket
let lines: { level: number; msg: string }[]
const servers: TestServer[] = []

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'kerblight-installations-'))
  store = await openTestBucket()
  lines = []
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await store[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

const placesOf = (name: string) => ({
  dataDir: join(root, name),
  databaseFile: join(root, name, 'kerblight.db'),
  backupDir: join(root, name, 'backups'),
})
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })

async function start(name: string, config: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer({ config: { ...placesOf(name), ...config }, log })
  servers.push(server)
  return server
}

async function stop(server: TestServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1)
  await server.close()
}

/**
 * Stores photos permanently and backdates them.
 * @returns the names of their full sizes
 */
async function keep(server: TestServer, photos: number, fileOf: (name: string) => string): Promise<string[]> {
  const { token } = await buildPerson(server.ctx, { account: 'seller' })
  const names: string[] = []
  for (let number = 0; number < photos; number += 1) names.push(await upload(server, token))
  await server.ctx.db.updateTable('uploads').set({ expires_at: null }).execute()
  for (const name of names) age(name, fileOf)
  return names
}

async function upload(server: TestServer, token: string): Promise<string> {
  const shade = Math.floor(Math.random() * 0xffffff)
  const background = `#${shade.toString(16).padStart(6, '0')}`
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)]), 'photo.png')
  const query = { key: 'kerblight' }
  const { body } = await call<{ data: { url: string } }>(server.url, 'uploadImage', {
    body: form,
    token,
    query,
  })
  return new URL(body.data.url).pathname.replace('/images/', '')
}

function age(name: string, fileOf: (name: string) => string): void {
  for (const size of ['thumb', 'medium', 'full'])
    utimesSync(fileOf(name.replace('full', size)), new Date(0), new Date(0))
}

const inFolder = (installation: string) => (name: string) =>
  join(placesOf(installation).dataDir, 'images', name)
const filesOf = (names: string[], fileOf: (name: string) => string) =>
  names
    .flatMap((name) => ['thumb', 'medium', 'full'].map((size) => fileOf(name.replace('full', size))))
    .filter((file) => existsSync(file)).length

async function sweepDaily(server: TestServer, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.advance(DAY)
    await sweepUploads(server.ctx)
  }
}

const warnings = () => lines.filter(({ level }) => level === 40).map(({ msg }) => msg)

it('keeps all photos after database loss, however long the new one runs, and accepts uploads', async () => {
  const first = await start('a')
  await sweepUploads(first.ctx)
  const names = await keep(first, 4, inFolder('a'))
  await stop(first)
  for (const part of ['', '-wal', '-shm']) rmSync(`${placesOf('a').databaseFile}${part}`, { force: true })

  const second = await start('a')
  await sweepUploads(second.ctx)
  await keep(second, 1, inFolder('a'))
  await sweepDaily(second, 20)
  expect(filesOf(names, inFolder('a'))).toBe(12)
  expect(warnings()).toEqual([
    expect.stringMatching(/another installation.*restore its backup.*write \S{22} into installation-id/),
  ])

  const id = /write (\S{22})/.exec(warnings()[0]!)![1]!
  writeFileSync(inFolder('a')('installation-id'), `${id}\n`)
  await sweepDaily(second, 6)
  expect(filesOf(names, inFolder('a'))).toBe(12)
  await sweepDaily(second, 20)
  expect(filesOf(names, inFolder('a'))).toBe(0)
})

it('a new database removes no photo that was there before it, whether or not the folder has an ID', async () => {
  const hash = createHash('sha256').update('old').digest('hex')
  const file = inFolder('a')(`${hash.slice(0, 2)}/${hash}-full.webp`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'x')
  utimesSync(file, new Date(0), new Date(0))
  const server = await start('a')
  await sweepUploads(server.ctx)
  await keep(server, 1, inFolder('a'))
  await sweepDaily(server, 20)
  expect(existsSync(file)).toBe(true)
  expect(warnings()).toEqual([expect.stringContaining('belong to another installation')])
})

it('yesterday’s backup costs no photo for seven days, put back by the command or by copying the file', async () => {
  for (const [name, putBack] of [
    ['command', (copy: string, file: string) => void restoreBackup(copy, file, new Date())],
    ['copy', (copy: string, file: string) => copyFileSync(copy, file)],
  ] as const) {
    const first = await start(name)
    await sweepUploads(first.ctx)
    const { token } = await buildPerson(first.ctx, { account: 'seller' })
    // When the backup is made, the photo has no car yet. It is added to one later.
    const claimedLater = await upload(first, token)
    const copy = await backUpOf(name)
    const later = await keep(first, 3, inFolder(name))
    age(claimedLater, inFolder(name))
    const names = [claimedLater, ...later]
    await sweepUploads(first.ctx)
    await stop(first)
    const { databaseFile } = placesOf(name)
    for (const part of ['', '-wal', '-shm']) rmSync(databaseFile + part, { force: true })
    putBack(copy, databaseFile)

    const second = await start(name)
    await sweepUploads(second.ctx)
    await sweepDaily(second, 6)
    expect([name, filesOf(names, inFolder(name))]).toEqual([name, 12])
    // From then on, the sweep deletes photos one by one.
    await sweepDaily(second, 2)
    expect(filesOf(later, inFolder(name))).toBeGreaterThanOrEqual(7)
    await sweepDaily(second, 20)
    expect([name, filesOf(names, inFolder(name))]).toEqual([name, 0])
    await stop(second)
  }
})

async function backUpOf(name: string): Promise<string> {
  const { databaseFile, backupDir } = placesOf(name)
  const { sqlite, close } = await openDatabase({ databaseFile, backupDir })
  try {
    return await backUp(sqlite, backupDir, new Date(), 'by-hand')
  } finally {
    await close()
  }
}

it('a second installation with the same bucket removes nothing there, its own uploads included', async () => {
  const imageBucket = store.settings
  const first = await start('a', { imageBucket })
  await sweepUploads(first.ctx)
  const names = await keep(first, 4, store.fileOf)
  const second = await start('b', { imageBucket })
  const own = await keep(second, 1, store.fileOf)
  await second.ctx.db.updateTable('uploads').set({ expires_at: '2000-01-01T00:00:00.000Z' }).execute()
  await sweepDaily(second, 10)
  expect(filesOf([...names, ...own], store.fileOf)).toBe(15)
  expect(warnings()).toEqual([expect.stringContaining('the bucket pictures belong to another installation')])
})

it('two installations that claim an empty bucket concurrently agree on an owner and lose no photo', async () => {
  const imageBucket = store.settings
  const both = [await start('a', { imageBucket }), await start('b', { imageBucket })]
  await Promise.all(both.map(({ ctx }) => sweepUploads(ctx)))
  const names = [await keep(both[0]!, 2, store.fileOf), await keep(both[1]!, 2, store.fileOf)].flat()
  for (let day = 0; day < 20; day += 1) {
    for (const server of both) server.advance(DAY)
    await Promise.all(both.map(({ ctx }) => sweepUploads(ctx)))
    if (day < 6) expect(filesOf(names, store.fileOf)).toBe(12)
  }
  const owner = readFileSync(store.fileOf('installation-id'), 'utf8').split('\n')[0]
  const ids = await Promise.all(
    both.map(({ ctx }) => ctx.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()),
  )
  expect(ids.map(({ id }) => id).filter((id) => id === owner)).toHaveLength(1)
  expect(warnings()).toEqual([expect.stringContaining('belong to another installation')])
})

it('a restored copy never removes the original’s photos, with the same installation ID or its own', async () => {
  const imageBucket = store.settings
  const first = await start('a', { imageBucket })
  await sweepUploads(first.ctx)
  const copy = await backUpOf('a')
  const names = await keep(first, 2, store.fileOf)
  for (const [name, options] of [
    ['same', []],
    ['new', ['--new-installation']],
  ] as const) {
    const { dataDir, databaseFile } = placesOf(name)
    mkdirSync(dataDir)
    const env = { DATA_DIR: dataDir }
    expect(await runCommand('restore', [...options, copy], { env })).toMatchObject({ code: 0 })
    expect(existsSync(databaseFile)).toBe(true)
    const other = await start(name, { imageBucket })
    for (let day = 0; day < 20; day += 1) {
      for (const server of [first, other]) {
        server.advance(DAY)
        await sweepUploads(server.ctx)
      }
    }
    expect([name, filesOf(names, store.fileOf)]).toEqual([name, 6])
    const owner = (file: string) => readFileSync(file, 'utf8').split('\n')[0]
    const isOwn = owner(inFolder(name)('installation-id')) !== owner(inFolder('a')('installation-id'))
    expect([name, isOwn]).toEqual([name, name === 'new'])
  }
  expect(warnings().some((warning) => warning.includes('--new-installation'))).toBe(true)
})

it('the next sweep removes photos of expired uploads and deleted accounts, unless another upload uses them', async () => {
  const server = await start('a', { imageBucket: store.settings })
  const { token } = await buildPerson(server.ctx, { account: 'seller' })
  const [expired, deleted, shared] = [
    await upload(server, token),
    await upload(server, token),
    await upload(server, token),
  ]
  for (const name of [expired, deleted, shared]) age(name, store.fileOf)
  const hashOf = (name: string) => name.slice(3, 67)
  const uploads = server.ctx.db.updateTable('uploads')
  await uploads.set({ expires_at: null }).where('hash', '<>', hashOf(expired)).execute()
  const row = await server.ctx.db
    .selectFrom('uploads')
    .selectAll()
    .where('hash', '=', hashOf(shared))
    .executeTakeFirstOrThrow()
  await server.ctx.db
    .insertInto('uploads')
    .values({ ...row, id: 'another', user_id: null })
    .execute()
  server.advance(601)
  const first = await sweepUploads(server.ctx)
  expect(filesOf([expired], store.fileOf)).toBe(0)
  expect(filesOf([deleted, shared], store.fileOf)).toBe(6)
  const { status } = await call(server.url, 'deleteMe', { token })
  expect(status).toBe(200)
  const second = await sweepUploads(server.ctx)
  expect(filesOf([deleted], store.fileOf)).toBe(0)
  expect(filesOf([shared], store.fileOf)).toBe(3)
  expect([first, second]).toMatchObject([
    { photoFiles: { released: 3, orphaned: 0 } },
    { photoFiles: { released: 3, orphaned: 0 } },
  ])
})

it('removes unknown photos a few at a time', async () => {
  const server = await start('a')
  await sweepUploads(server.ctx)
  const files = Array.from({ length: 100 }, (_, number) => {
    const hash = createHash('sha256').update(String(number)).digest('hex')
    const file = inFolder('a')(`${hash.slice(0, 2)}/${hash}-full.webp`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    utimesSync(file, new Date(0), new Date(0))
    return file
  })
  const left = () => files.filter((file) => existsSync(file)).length
  await sweepUploads(server.ctx)
  server.advance(6 * DAY)
  await sweepUploads(server.ctx)
  expect(left()).toBe(100)
  server.advance(DAY)
  const { photoFiles } = await sweepUploads(server.ctx)
  const after = left()
  expect(after).toBe(95)
  expect(photoFiles).toEqual({ released: 0, orphaned: 100 - after })
  expect(readdirSync(join(placesOf('a').dataDir, 'images'))).toContain('installation-id')
})
