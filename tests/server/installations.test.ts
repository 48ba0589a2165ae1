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

const pathsOf = (name: string) => ({
  dataDir: join(root, name),
  databaseFile: join(root, name, 'kerblight.db'),
  backupDir: join(root, name, 'backups'),
})
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })

async function start(name: string, config: Partial<Config> = {}): Promise<TestServer> {
  const server = await startTestServer({ config: { ...pathsOf(name), ...config }, log })
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
async function storePhotos(
  server: TestServer,
  photos: number,
  fileOf: (name: string) => string,
): Promise<string[]> {
  const { token } = await buildPerson(server.ctx, { account: 'seller' })
  const names: string[] = []
  for (let number = 0; number < photos; number += 1) names.push(await upload(server, token))
  await server.ctx.db.updateTable('uploads').set({ expires_at: null }).execute()
  for (const name of names) backdate(name, fileOf)
  return names
}

async function upload(server: TestServer, token: string): Promise<string> {
  const color = Math.floor(Math.random() * 0xffffff)
  const background = `#${color.toString(16).padStart(6, '0')}`
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

function backdate(name: string, fileOf: (name: string) => string): void {
  for (const size of ['thumb', 'medium', 'full'])
    utimesSync(fileOf(name.replace('full', size)), new Date(0), new Date(0))
}

const pathIn = (installation: string) => (name: string) => join(pathsOf(installation).dataDir, 'images', name)
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

it('a new database after a loss removes no photos, even after a long time, and accepts uploads', async () => {
  const firstServer = await start('a')
  await sweepUploads(firstServer.ctx)
  const names = await storePhotos(firstServer, 4, pathIn('a'))
  await stop(firstServer)
  for (const part of ['', '-wal', '-shm']) rmSync(`${pathsOf('a').databaseFile}${part}`, { force: true })

  const secondServer = await start('a')
  await sweepUploads(secondServer.ctx)
  await storePhotos(secondServer, 1, pathIn('a'))
  await sweepDaily(secondServer, 20)
  expect(filesOf(names, pathIn('a'))).toBe(12)
  expect(warnings()).toEqual([
    expect.stringMatching(/another installation.*restore its backup.*write \S{22} into installation-id/),
  ])

  const id = /write (\S{22})/.exec(warnings()[0]!)![1]!
  writeFileSync(pathIn('a')('installation-id'), `${id}\n`)
  await sweepDaily(secondServer, 6)
  expect(filesOf(names, pathIn('a'))).toBe(12)
  await sweepDaily(secondServer, 20)
  expect(filesOf(names, pathIn('a'))).toBe(0)
})

it('a new database removes no earlier photos, whether or not the folder has an ID', async () => {
  const hash = createHash('sha256').update('old').digest('hex')
  const file = pathIn('a')(`${hash.slice(0, 2)}/${hash}-full.webp`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'x')
  utimesSync(file, new Date(0), new Date(0))
  const server = await start('a')
  await sweepUploads(server.ctx)
  await storePhotos(server, 1, pathIn('a'))
  await sweepDaily(server, 20)
  expect(existsSync(file)).toBe(true)
  expect(warnings()).toEqual([expect.stringContaining('belong to another installation')])
})

it('restoring yesterday’s backup, by command or by copying, loses no photo for seven days', async () => {
  for (const [name, restoreFiles] of [
    ['command', (copy: string, file: string) => void restoreBackup(copy, file, new Date())],
    ['copy', (copy: string, file: string) => copyFileSync(copy, file)],
  ] as const) {
    const firstServer = await start(name)
    await sweepUploads(firstServer.ctx)
    const { token } = await buildPerson(firstServer.ctx, { account: 'seller' })
    // When the backup is made, the photo has no car yet. It is added to one later.
    const claimedLater = await upload(firstServer, token)
    const copy = await backUpOf(name)
    const laterNames = await storePhotos(firstServer, 3, pathIn(name))
    backdate(claimedLater, pathIn(name))
    const names = [claimedLater, ...laterNames]
    await sweepUploads(firstServer.ctx)
    await stop(firstServer)
    const { databaseFile } = pathsOf(name)
    for (const part of ['', '-wal', '-shm']) rmSync(databaseFile + part, { force: true })
    restoreFiles(copy, databaseFile)

    const secondServer = await start(name)
    await sweepUploads(secondServer.ctx)
    await sweepDaily(secondServer, 6)
    expect([name, filesOf(names, pathIn(name))]).toEqual([name, 12])
    // From then on, the sweep deletes photos one by one.
    await sweepDaily(secondServer, 2)
    expect(filesOf(laterNames, pathIn(name))).toBeGreaterThanOrEqual(7)
    await sweepDaily(secondServer, 20)
    expect([name, filesOf(names, pathIn(name))]).toEqual([name, 0])
    await stop(secondServer)
  }
})

async function backUpOf(name: string): Promise<string> {
  const { databaseFile, backupDir } = pathsOf(name)
  const { sqlite, close } = await openDatabase({ databaseFile, backupDir })
  try {
    return await backUp(sqlite, backupDir, new Date(), 'by-hand')
  } finally {
    await close()
  }
}

it('a second installation with the same bucket removes no files, not even its own uploads', async () => {
  const imageBucket = store.settings
  const firstServer = await start('a', { imageBucket })
  await sweepUploads(firstServer.ctx)
  const names = await storePhotos(firstServer, 4, store.fileOf)
  const secondServer = await start('b', { imageBucket })
  const ownPhotos = await storePhotos(secondServer, 1, store.fileOf)
  await secondServer.ctx.db.updateTable('uploads').set({ expires_at: '2000-01-01T00:00:00.000Z' }).execute()
  await sweepDaily(secondServer, 10)
  expect(filesOf([...names, ...ownPhotos], store.fileOf)).toBe(15)
  expect(warnings()).toEqual([expect.stringContaining('the bucket pictures belong to another installation')])
})

it('two installations that claim an empty bucket concurrently agree on an owner and lose no photo', async () => {
  const imageBucket = store.settings
  const bothServers = [await start('a', { imageBucket }), await start('b', { imageBucket })]
  await Promise.all(bothServers.map(({ ctx }) => sweepUploads(ctx)))
  const names = [
    await storePhotos(bothServers[0]!, 2, store.fileOf),
    await storePhotos(bothServers[1]!, 2, store.fileOf),
  ].flat()
  for (let day = 0; day < 20; day += 1) {
    for (const server of bothServers) server.advance(DAY)
    await Promise.all(bothServers.map(({ ctx }) => sweepUploads(ctx)))
    if (day < 6) expect(filesOf(names, store.fileOf)).toBe(12)
  }
  const owner = readFileSync(store.fileOf('installation-id'), 'utf8').split('\n')[0]
  const ids = await Promise.all(
    bothServers.map(({ ctx }) => ctx.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()),
  )
  expect(ids.map(({ id }) => id).filter((id) => id === owner)).toHaveLength(1)
  expect(warnings()).toEqual([expect.stringContaining('belong to another installation')])
})

it('a restored copy never removes the original’s photos, with the same or a new installation ID', async () => {
  const imageBucket = store.settings
  const firstServer = await start('a', { imageBucket })
  await sweepUploads(firstServer.ctx)
  const copy = await backUpOf('a')
  const names = await storePhotos(firstServer, 2, store.fileOf)
  for (const [name, options] of [
    ['same', []],
    ['new', ['--new-installation']],
  ] as const) {
    const { dataDir, databaseFile } = pathsOf(name)
    mkdirSync(dataDir)
    const env = { DATA_DIR: dataDir }
    expect(await runCommand('restore', [...options, copy], { env })).toMatchObject({ code: 0 })
    expect(existsSync(databaseFile)).toBe(true)
    const otherServer = await start(name, { imageBucket })
    for (let day = 0; day < 20; day += 1) {
      for (const server of [firstServer, otherServer]) {
        server.advance(DAY)
        await sweepUploads(server.ctx)
      }
    }
    expect([name, filesOf(names, store.fileOf)]).toEqual([name, 6])
    const owner = (file: string) => readFileSync(file, 'utf8').split('\n')[0]
    const isOwn = owner(pathIn(name)('installation-id')) !== owner(pathIn('a')('installation-id'))
    expect([name, isOwn]).toEqual([name, name === 'new'])
  }
  expect(warnings().some((warning) => warning.includes('--new-installation'))).toBe(true)
})

it('the next sweep removes photos of expired uploads and deleted accounts, unless another upload uses them', async () => {
  const server = await start('a', { imageBucket: store.settings })
  const { token } = await buildPerson(server.ctx, { account: 'seller' })
  const [expiredName, deletedName, sharedName] = [
    await upload(server, token),
    await upload(server, token),
    await upload(server, token),
  ]
  for (const name of [expiredName, deletedName, sharedName]) backdate(name, store.fileOf)
  const hashOf = (name: string) => name.slice(3, 67)
  const uploads = server.ctx.db.updateTable('uploads')
  await uploads.set({ expires_at: null }).where('hash', '<>', hashOf(expiredName)).execute()
  const row = await server.ctx.db
    .selectFrom('uploads')
    .selectAll()
    .where('hash', '=', hashOf(sharedName))
    .executeTakeFirstOrThrow()
  await server.ctx.db
    .insertInto('uploads')
    .values({ ...row, id: 'another', user_id: null })
    .execute()
  server.advance(601)
  const firstSweep = await sweepUploads(server.ctx)
  expect(filesOf([expiredName], store.fileOf)).toBe(0)
  expect(filesOf([deletedName, sharedName], store.fileOf)).toBe(6)
  const { status } = await call(server.url, 'deleteMe', { token })
  expect(status).toBe(200)
  const secondSweep = await sweepUploads(server.ctx)
  expect(filesOf([deletedName], store.fileOf)).toBe(0)
  expect(filesOf([sharedName], store.fileOf)).toBe(3)
  expect([firstSweep, secondSweep]).toMatchObject([
    { photoFiles: { released: 3, orphaned: 0 } },
    { photoFiles: { released: 3, orphaned: 0 } },
  ])
})

it('removes unknown photos a few at a time', async () => {
  const server = await start('a')
  await sweepUploads(server.ctx)
  const files = Array.from({ length: 100 }, (_, number) => {
    const hash = createHash('sha256').update(String(number)).digest('hex')
    const file = pathIn('a')(`${hash.slice(0, 2)}/${hash}-full.webp`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    utimesSync(file, new Date(0), new Date(0))
    return file
  })
  const countRemaining = () => files.filter((file) => existsSync(file)).length
  await sweepUploads(server.ctx)
  server.advance(6 * DAY)
  await sweepUploads(server.ctx)
  expect(countRemaining()).toBe(100)
  server.advance(DAY)
  const { photoFiles } = await sweepUploads(server.ctx)
  const countAfter = countRemaining()
  expect(countAfter).toBe(95)
  expect(photoFiles).toEqual({ released: 0, orphaned: 100 - countAfter })
  expect(readdirSync(join(pathsOf('a').dataDir, 'images'))).toContain('installation-id')
})
