import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { openDatabase, type SqliteDatabase } from '../../server/db/connection.ts'
import { newId } from '../../server/db/id.ts'
import type { Db } from '../../server/db/tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-groups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
let file: string
let database: SqliteDatabase
let db: Db
/** A second connection, which sees only committed rows, as another process would. */
let otherConnection: Sqlite.Database | undefined
const makes = [{ kind: 'tag', about: 'Category', audience: 'everyone' }]
let notifications: unknown[]

beforeEach(async () => {
  file = join(folder, `${(files += 1)}.db`)
  notifications = []
  otherConnection = undefined
  database = await openDatabase(
    { databaseFile: file, backupDir: folder },
    { onChanges: (changes) => notifications.push([changes?.live, committed()]) },
  )
  db = database.db
  otherConnection = new Sqlite(file, { readonly: true })
  notifications = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await database.close()
  otherConnection?.close()
})

function committed(): string[] {
  const rows = otherConnection
    ?.prepare('select name from categories where position = 9999 order by name')
    .pluck()
    .all()
  return (rows ?? []) as string[]
}

const insert = (name: string, on: Db = db) =>
  on
    .insertInto('categories')
    .values({ name, brand_image: '', position: 9999, listed_count: 0, shown: 'with-cars' as const })
    .execute()
const insertWithin = (name: string) => db.transaction().execute((trx) => insert(name, trx))

const names = (rows: { name: string }[]) => rows.map(({ name }) => name).sort()

describe('writes that arrive together', () => {
  it('share one commit and one notification, and are acknowledged after the commit', async () => {
    const responses = ['a', 'b', 'c', 'd'].map(async (name, index) => {
      await (index % 2 ? insert(name) : insertWithin(name))
      return committed()
    })
    const names = ['a', 'b', 'c', 'd']
    expect(await Promise.all(responses)).toEqual([names, names, names, names])
    expect(notifications).toEqual([[makes, names]])
  })

  it('succeed even if another write in the group fails', async () => {
    const insertAndFail = async (name: string) =>
      db.transaction().execute(async (trx) => {
        await insert(name, trx)
        await trx.updateTable('mails').set({ sent_at: null }).execute()
        throw new Error('refused')
      })
    const responses = [
      insertWithin('a'),
      insertAndFail('b'),
      insert('a'),
      insert('c'),
      insertAndFail('d'),
      insertWithin('e'),
    ]
    const results = await Promise.allSettled(responses)
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ])
    expect(results[1]).toMatchObject({ reason: { message: 'refused' } })
    expect(results[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } })
    expect(committed()).toEqual(['a', 'c', 'e'])
    expect(notifications).toEqual([[makes, ['a', 'c', 'e']]])
  })

  it('see earlier writes, and are not acknowledged before the writes they depend on', async () => {
    const pending = insertWithin('a')
    const failedWrite = db.transaction().execute(async (trx) => {
      if (await trx.selectFrom('categories').selectAll().executeTakeFirst()) throw new Error('taken')
    })
    const outcome = failedWrite.catch((error: Error) => [error.message, committed()])
    expect(await outcome).toEqual(['taken', ['a']])
    await pending
  })
})

const rejectingTrigger = sql`create trigger refuse before insert on categories when new.name = 'x'
  begin select raise(rollback, 'refused'); end`

/** Ways to lose a write and its group, each with whether the next write is also lost. */
const losses = [
  {
    how: 'its commit fails',
    async prepare() {
      await sql`create table debts (lender text references categories (name) deferrable initially deferred)`.execute(
        db,
      )
      return () => sql`insert into debts values ('nobody')`.execute(db)
    },
    code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
    isForAll: true,
  },
  {
    how: 'SQLite rolls it back',
    async prepare() {
      await rejectingTrigger.execute(db)
      return () => insertWithin('x')
    },
    code: 'SQLITE_CONSTRAINT_TRIGGER',
    isForAll: false,
  },
]

async function fillDisk(): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(db)
}

describe('a full disk', () => {
  const tooLarge = 'x'.repeat(1_000_000)
  const fullResult = { status: 'rejected', reason: { code: 'SQLITE_FULL' } }
  const savedResult = { status: 'fulfilled' }

  it('rejects only the writes that do not fit', async () => {
    await fillDisk()
    const responses = [
      insertWithin('a'),
      insert('b'),
      insert(tooLarge),
      insertWithin('c'),
      insertWithin(tooLarge),
    ]
    expect(await Promise.allSettled(responses)).toMatchObject([
      savedResult,
      savedResult,
      fullResult,
      savedResult,
      fullResult,
    ])
    expect(committed()).toEqual(['a', 'b', 'c'])
    expect(notifications.at(-1)).toEqual([makes, ['a', 'b', 'c']])
    await insertWithin('d')
    expect(committed()).toContain('d')
  })

  it.skipIf(!canMount)(
    'rejects writes that do not fit, and writes depending on them, if found at the commit',
    async () => {
      const disk = mountSmallDisk(8)
      const smallDatabase = await openDatabase({
        databaseFile: join(disk.folder, 'small.db'),
        backupDir: folder,
      })
      try {
        disk.fillUp(500_000)
        const idleWrite = sql`update categories set brand_image = 'seen' where name = ${tooLarge}`
        const responses = [
          insert('a', smallDatabase.db),
          insert(tooLarge, smallDatabase.db),
          idleWrite.execute(smallDatabase.db),
          insert('b', smallDatabase.db),
        ]
        expect(await Promise.allSettled(responses)).toMatchObject([
          savedResult,
          fullResult,
          fullResult,
          savedResult,
        ])
        const rows = await smallDatabase.db
          .selectFrom('categories')
          .select('name')
          .where('position', '=', 9999)
          .execute()
        expect(names(rows)).toEqual(['a', 'b'])
      } finally {
        await smallDatabase.close()
        disk.unmount()
      }
    },
  )
})

describe('a failed group', () => {
  it.each(losses)(
    'acknowledges no writes and sends no notification if $how',
    async ({ prepare, code, isForAll }) => {
      const causeLoss = await prepare()
      notifications = []
      const responses = [insertWithin('a'), insert('b'), causeLoss(), insertWithin('c')]
      const results = await Promise.allSettled(responses)
      const lostResult = { status: 'rejected', reason: { code } }
      expect(results).toMatchObject([
        lostResult,
        lostResult,
        lostResult,
        isForAll ? lostResult : { status: 'fulfilled' },
      ])
      expect(committed()).toEqual(isForAll ? [] : ['c'])
      expect(notifications).toEqual(isForAll ? [] : [[makes, ['c']]])
      await insertWithin('d')
      expect(committed()).toContain('d')
    },
  )

  it('stores nothing of a transaction that continues after an error', async () => {
    await rejectingTrigger.execute(db)
    const longTransaction = db.transaction().execute(async (trx) => {
      await insert('x', trx).catch(() => {})
      await insert('y', trx)
    })
    await expect(longTransaction).rejects.toThrow('refused')
    expect(committed()).toEqual([])
  })

  it('cannot result from the schema, which has no constraints deferred to the commit', async () => {
    const { rows } = await sql`select name from sqlite_schema where sql like '%deferrable%'`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('a reader among writers', () => {
  it('sees no uncommitted data, during a transaction or between two transactions of a group', async () => {
    const reads: unknown[] = []
    const read = () => db.selectFrom('categories').select('name').where('position', '=', 9999).execute()
    const recordNames = async () => reads.push(names(await read()), committed())
    const pendingReads: Promise<unknown>[] = []
    const writes = ['a', 'b', 'c'].map((name) =>
      db.transaction().execute(async (trx) => {
        await insert(name, trx)
        pendingReads.push(recordNames())
        await insert(`${name}2`, trx)
      }),
    )
    await Promise.all(writes)
    await Promise.all(pendingReads)
    const allNames = ['a', 'a2', 'b', 'b2', 'c', 'c2']
    expect(reads).toEqual(Array.from({ length: 6 }, () => allNames))
  })

  it('sees every write acknowledged before its query', async () => {
    const acknowledged: string[] = []
    const write = async (writer: number) => {
      for (let n = 0; n < 30; n++) {
        const name = `${writer} ${n}`
        await (n % 2 ? insert(name) : insertWithin(name))
        acknowledged.push(name)
      }
    }
    const read = async () => {
      for (let n = 0; n < 60; n++) {
        const acknowledgedBefore = [...acknowledged]
        const rows = await db.selectFrom('categories').select('name').execute()
        expect(names(rows)).toEqual(expect.arrayContaining(acknowledgedBefore))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await Promise.all([write(1), write(2), write(3), read(), read()])
    expect(committed()).toHaveLength(90)
  })

  it('runs before continuous writers get another turn', async () => {
    let writtenCount = 0
    const write = async () => {
      for (let n = 0; n < 5; n++) {
        await insertWithin(newId())
        writtenCount++
      }
    }
    const writers = Array.from({ length: 100 }, write)
    await db.selectFrom('categories').select('name').execute()
    expect(writtenCount).toBeLessThan(200)
    await Promise.all(writers)
    expect(writtenCount).toBe(500)
  })
})

/**
 * Replaces disk syncs with ones that end when and as the test decides. Each records the rows that were
 * committed when it began.
 */
function slowDisk() {
  const syncs: { committed: string[]; end: (error: NodeJS.ErrnoException | null) => void }[] = []
  vi.spyOn(fs, 'fdatasync').mockImplementation(
    (_file, end) => void syncs.push({ committed: committed(), end }),
  )
  return syncs
}

/**
 * Reports whether a promise settles within ten turns of the event loop, which means that it waits for nothing
 * else.
 */
async function hasSettled(pending: Promise<unknown>): Promise<boolean> {
  let isSettled = false
  pending.finally(() => (isSettled = true)).catch(() => {})
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  return isSettled
}

describe('the disk', () => {
  it('contains every acknowledged write, because a sync began after its commit', async () => {
    const syncs = slowDisk()
    const firstWrite = insertWithin('a')
    expect(await hasSettled(firstWrite)).toBe(false)
    expect(syncs.map((sync) => sync.committed)).toEqual([['a']])
    const [secondWrite, thirdWrite] = [insert('b'), insertWithin('c')]
    expect(await hasSettled(secondWrite)).toBe(false)
    syncs[0]!.end(null)
    await firstWrite
    expect(await hasSettled(Promise.race([secondWrite, thirdWrite]))).toBe(false)
    expect(syncs.map((sync) => sync.committed)).toEqual([['a'], ['a', 'b', 'c']])
    syncs[1]!.end(null)
    await Promise.all([secondWrite, thirdWrite])
  })

  it('does not block readers', async () => {
    const syncs = slowDisk()
    const write = insertWithin('a')
    expect(await hasSettled(write)).toBe(false)
    const rows = await db.selectFrom('categories').select('name').where('position', '=', 9999).execute()
    expect(names(rows)).toEqual(['a'])
    syncs[0]!.end(null)
    await write
  })

  it('stops all writes after a failed sync, because later writes could depend on lost data', async () => {
    const syncs = slowDisk()
    const [lostWrite, waitingWrite] = [
      insertWithin('a'),
      hasSettled(Promise.resolve()).then(() => insert('b')),
    ]
    expect(await hasSettled(lostWrite)).toBe(false)
    syncs[0]!.end(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
    await expect(lostWrite).rejects.toMatchObject({ code: 'EIO' })
    await expect(waitingWrite).rejects.toMatchObject({ code: 'EIO' })
    const committedBefore = committed()
    await expect(insert('c')).rejects.toMatchObject({ code: 'EIO' })
    expect(committed()).toEqual(committedBefore)
    expect(syncs).toHaveLength(1)
  })

  it('syncs the write-ahead log left by a crash at the next start', async () => {
    await insertWithin('a')
    const log = () => fs.readFileSync(`${file}-wal`).length
    expect(log()).toBeGreaterThan(0)
    const spy = vi.spyOn(Sqlite.prototype, 'pragma')
    const reopened = await openDatabase({ databaseFile: file, backupDir: folder })
    const [checkpoint] =
      spy.mock.results[spy.mock.calls.findIndex(([text]) => text === 'wal_checkpoint')]!.value
    await reopened.close()
    expect(checkpoint).toMatchObject({ busy: 0, checkpointed: checkpoint.log })
  })
})

/** Returns a program that writes forever and reports each acknowledged write. */
const storm = (databaseFile: string) => `
  import { openDatabase } from '${join(root, 'server/db/connection.ts')}'
  import { writeSync } from 'node:fs'
  const { db } = await openDatabase({ databaseFile: '${databaseFile}', backupDir: '${folder}' })
  const insert = (name, on) => on.insertInto('categories').values({ name, brand_image: '', position: 9999, listed_count: 0, shown: 'with-cars' }).execute()
  const write = async (writer) => {
    for (let n = 0; ; n++) {
      const name = writer + '-' + n
      if (n % 3 === 0) await insert(name, db)
      else await db.transaction().execute(async (trx) => { await insert(name, trx); await insert(name + '+', trx) })
      writeSync(1, name + '\\n')
    }
  }
  for (let writer = 0; writer < 16; writer++) void write(process.pid + '-' + writer)`

describe('a server that is killed', () => {
  it('has lost no acknowledged write and stored no partial write', async () => {
    let acknowledged: string[] = []
    for (const count of [1, 40, 333]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', storm(file)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.split('\n').length > count) child.kill('SIGKILL')
      })
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
      acknowledged = acknowledged.concat(output.split('\n').slice(0, -1))
    }
    const stored = new Set(committed())
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
    const firstOfTwo = [...stored].filter(
      (name) => /-\d+$/.test(name) && Number(/\d+$/.exec(name)![0]) % 3 > 0,
    )
    expect(firstOfTwo.filter((name) => !stored.has(`${name}+`))).toEqual([])
    expect(otherConnection!.pragma('integrity_check', { simple: true })).toBe('ok')
  })
})
