import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBucket, type Bucket } from '../../server/gateways/images/bucket.ts'
import { movePhotos } from '../../server/gateways/images/move-photos.ts'
import { imageSizes, getPhotoName } from '../../server/gateways/images/photo-file-names.ts'
import { openTestBucket, type TestBucket } from '../support/bucket.ts'
import { runCommand } from '../support/command.ts'

let store: TestBucket
let bucket: Bucket
let dataDir: string
let names: string[]
let contents: Map<string, Buffer>

const fileOf = (name: string) => join(dataDir, 'images', name)
const remainingNames = () => names.filter((name) => existsSync(fileOf(name)))
const moveAll = (options = {}) => movePhotos(dataDir, bucket, options)

beforeEach(async () => {
  store = await openTestBucket()
  bucket = createBucket(store.settings, pino({ level: 'silent' }))
  dataDir = mkdtempSync(join(tmpdir(), 'kerblight-move-'))
  const hashes = Array.from({ length: 20 }, (_, number) =>
    createHash('sha256').update(String(number)).digest('hex'),
  )
  names = hashes.flatMap((hash) => imageSizes.map((size) => getPhotoName(hash, size)))
  contents = new Map(names.map((name) => [name, randomBytes(3000)]))
  for (const [name, bytes] of contents) {
    mkdirSync(dirname(fileOf(name)), { recursive: true })
    writeFileSync(fileOf(name), bytes)
  }
})
afterEach(async () => {
  bucket.close()
  await store[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

function expectAllMoved(): void {
  expect(remainingNames()).toEqual([])
  for (const [name, bytes] of contents)
    expect([name, readFileSync(store.fileOf(name)).equals(bytes)]).toEqual([name, true])
}

it('moves every file completely and counts the files', async () => {
  const progressSteps: number[] = []
  const result = await moveAll({ onProgress: (done: number) => progressSteps.push(done) })
  expect(result).toEqual({ files: 60, bytes: 180_000, wereThere: 0 })
  expect(progressSteps.at(-1)).toBe(60)
  expectAllMoved()
  expect(await moveAll()).toEqual({ files: 0, bytes: 0, wereThere: 0 })
})

it('resumes after an interruption, and removes nothing before all files are copied', async () => {
  const broken = moveAll({
    onProgress(doneCount: number) {
      if (doneCount === 25) store.way = 'closed'
    },
  })
  await expect(broken).rejects.toMatchObject({ code: 'service-unavailable' })
  expect(remainingNames()).toHaveLength(60)
  store.way = 'open'
  const { files, wereThere: alreadyStored } = await moveAll()
  expect(files).toBe(60)
  expect(alreadyStored).toBeGreaterThanOrEqual(25)
  expectAllMoved()
})

it('sends no further requests to a bucket that failed', async () => {
  let requestCount = 0
  const failing: Bucket = {
    ...bucket,
    async put(name, bytes) {
      if (++requestCount === 3) throw new Error('the bucket fails')
      await bucket.put(name, bytes)
    },
  }
  await expect(movePhotos(dataDir, failing)).rejects.toThrow('the bucket fails')
  const countAtFailure = requestCount
  for (const name of names.slice(0, 5)) await bucket.head(name)
  expect(requestCount).toBe(countAtFailure)
  expect(requestCount).toBeLessThan(15)
})

it('replaces a copy that differs, even if its size matches', async () => {
  const [shortName, otherName] = [names[0]!, names[1]!]
  for (const [name, bytes] of [
    [shortName, Buffer.from('x')],
    [otherName, randomBytes(3000)],
  ] as const)
    await bucket.put(name, bytes)
  expect(await moveAll()).toMatchObject({ files: 60, wereThere: 0 })
  expectAllMoved()
})

it('compares bytes if the store’s entity tags are not checksums', async () => {
  const bucketWithoutSizes: Bucket = {
    ...bucket,
    head: async (name) => {
      const head = await bucket.head(name)
      return head && { ...head, etag: '"not-an-md5"' }
    },
  }
  await bucket.put(names[0]!, contents.get(names[0]!)!)
  expect(await movePhotos(dataDir, bucketWithoutSizes)).toMatchObject({ wereThere: 1 })
  expectAllMoved()
})

it('stops if the store alters a file, and removes nothing', async () => {
  const damagingBucket: Bucket = {
    ...bucket,
    put: (name, bytes) =>
      bucket.put(name, name === names[7] ? Buffer.from(bytes.map((byte) => byte ^ 0xff)) : bytes),
  }
  const broken = movePhotos(dataDir, damagingBucket)
  await expect(broken).rejects.toThrow(`copy of ${names[7]} differs`)
  expect(remainingNames()).toHaveLength(60)
})

it('stops if the store does not list a stored file, and removes nothing', async () => {
  const incomplete: Bucket = {
    ...bucket,
    async *list() {
      for await (const page of bucket.list()) yield page.slice(1)
    },
  }
  const broken = movePhotos(dataDir, incomplete)
  await expect(broken).rejects.toThrow('The bucket lists 59 of 60 files. No file was removed.')
  expect(remainingNames()).toHaveLength(60)
})

it('is available as a command that reports missing settings and its result', async () => {
  expect(await runCommand('move-photos', [], { env: { DATA_DIR: dataDir } })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Set IMAGE_S3_BUCKET'),
  })
  const env = { DATA_DIR: dataDir, ...store.env }
  store.way = 'closed'
  const rejection = await runCommand('move-photos', [], { env })
  expect([rejection.code, rejection.output]).toEqual([1, expect.stringContaining('No file was removed.')])
  store.way = 'open'
  const result = await runCommand('move-photos', [], { env })
  expect([result.code, result.output]).toEqual([0, expect.stringContaining('Moved 60 files (0.2 MB) to')])
  expectAllMoved()
})

it('carries the folder’s installation ID, and rejects a bucket of another installation', async () => {
  const idOf = async () => Buffer.from((await bucket.get('installation-id'))!.bytes).toString()
  writeFileSync(fileOf('installation-id'), 'first\n3\n')
  await bucket.put('installation-id', Buffer.from('second\n3\n'))
  await expect(moveAll()).rejects.toThrow(/belongs to another installation.*second.*first.*IMAGE_S3_BUCKET/)
  expect(remainingNames()).toHaveLength(60)
  await bucket.delete('installation-id')
  expect(await moveAll()).toMatchObject({ files: 60 })
  expect(await idOf()).toBe('first\n3\n')
  expectAllMoved()
})
