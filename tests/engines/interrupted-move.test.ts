import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { digestSource } from '../../server/db/engines/move/digest.ts'
import { toMoveError } from '../../server/db/engines/move/move-error.ts'
import { moveData } from '../../server/db/engines/move/move-data.ts'
import { prepareTarget } from '../../server/db/engines/move/prepare-target.ts'
import { takeSource, sortTables } from '../../server/db/engines/move/source.ts'

import { connectTarget, findTargetError } from '../../server/db/engines/move/target.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { readPostgresAddress } from '../../server/config/postgres-address.ts'
import { seedMany } from '../../server/seed/seed-many.ts'
import { runCommand } from '../support/command.ts'
import { buildDatabaseAddress, createTestDatabase, type TestDatabase } from '../support/postgres.ts'

const CARS = 200

const folder = mkdtempSync(join(tmpdir(), 'kerblight-move-'))
const databaseFile = join(folder, 'kerblight.db')
const paths = { databaseFile, backupDir: join(folder, 'backups') }
const env = { DATABASE_URL: `file:${databaseFile}`, DATA_DIR: folder }

let target: TestDatabase
/** Queries the target while the move runs. */
let secondClient: Client
let child: ChildProcess | undefined

beforeAll(async () => {
  const { db, close } = await openDatabase(paths)
  await seedMany(db, CARS, { seed: 1 })
  await close()
})
beforeEach(async () => {
  target = await createTestDatabase(inject('postgresUrl'), 'empty')
  secondClient = new Client(target.address.url)
  await secondClient.connect()
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await secondClient.end()
  await target.drop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const script = join(root, 'scripts/migrate-to-postgres.ts')

function start(): ChildProcess {
  const { PATH, HOME } = process.env
  child = spawn(process.execPath, [script, target.address.url], {
    env: { PATH, HOME, ...env },
    stdio: 'ignore',
  })
  return child
}

const run = () => runCommand('migrate-to-postgres', [target.address.url], { env })

/** Moves the data in this process rather than in a child process. */
async function move(address = target.address) {
  const source = takeSource(databaseFile)
  try {
    return await moveData(source, address, { onStep() {}, onRows() {} })
  } finally {
    source.close()
  }
}

async function read<T>(statement: string): Promise<T> {
  const { rows } = await secondClient.query<{ value: T }>(statement)
  return rows[0]!.value
}

const countOf = async (table: string) => Number(await read(`select count(*) as value from ${table}`))
const isBegun = () => read<boolean>(`select to_regclass('unfinished_move') is not null as value`)
const movedRows = async () =>
  (await isBegun()) ? Number(await read('select coalesce(sum(moved), 0) as value from unfinished_move')) : 0

/** Creates the tables, as the first steps of a move do. */
async function prepare(): Promise<void> {
  const source = takeSource(databaseFile)
  const client = await connectTarget(target.address)
  const tables = source.tables.map((table) => ({ ...table, ...digestSource(source.sqlite, table) }))
  await prepareTarget(client, target.address, tables)
  await client.end()
  source.close()
}

/** Blocks a move before the rows of a table until the returned function is called. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const holder = new Client(target.address.url)
  await holder.connect()
  await holder.query(`begin; lock table ${table} in share mode`)
  return () => holder.end()
}

const waitForLock = () =>
  vi.waitUntil(
    () =>
      read<boolean>(`select exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'kerblight move' and query like 'with moved%'
          and wait_event_type = 'Lock') as value`),
    { timeout: 30_000, interval: 5 },
  )

const messageOf = async (work: Promise<unknown>) =>
  ((await work.catch((error: unknown) => error)) as Error).message

describe('a move', () => {
  it('resumes after repeated kills, and copies every row exactly once', async () => {
    await prepare()
    const moved = [0]
    for (const table of ['cars', 'change_log']) {
      const release = await holdTable(table)
      const running = start()
      await waitForLock()
      running.kill('SIGKILL')
      await once(running, 'exit')
      // The server continues the killed process's last statement.
      await release()
      moved.push(await movedRows())
    }
    expect(moved).toEqual([...new Set(moved)].sort((a, b) => a - b))
    expect(await messageOf(openPostgres(target.address))).toContain('is not finished')

    const { code, output } = await run()
    expect([code, output]).toEqual([0, expect.stringContaining('compared each table')])
    expect(output).toContain('An earlier run had already moved')
    expect(await isBegun()).toBe(false)
    expect(await countOf('cars')).toBe(CARS)
    expect(await countOf('car_text')).toBe(await countOf('listed_cars'))
  })

  it('fails with instructions if its connection breaks, and detects changes before it resumes', async () => {
    await prepare()
    const release = await holdTable('change_log')
    const running = messageOf(move())
    await waitForLock()
    await secondClient.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kerblight move' and datname = current_database()`,
    )
    expect(await running).toMatch(/run this again\. It continues where it stopped\.$/)
    await release()

    const rows = await countOf('car_changes')
    const first = 'id = (select min(id) from car_changes)'
    await secondClient.query(`create temp table lost as select * from car_changes where ${first}`)
    await secondClient.query(`delete from car_changes where ${first}`)
    expect(await messageOf(move())).toContain(`car_changes in ${target.address.shown} has ${rows - 1} rows`)
    await secondClient.query(
      `insert into car_changes select * from lost; update car_changes set at = '2020' where ${first}`,
    )
    expect(await messageOf(move())).toContain('rows that differ')
    expect(await messageOf(openPostgres(target.address))).toContain('is not finished')

    const { db, close } = await openDatabase(paths)
    const oneCar = db.selectFrom('cars').select('id').limit(1)
    await db.updateTable('cars').set({ description: 'Edited since.' }).where('id', '=', oneCar).execute()
    await close()
    expect(await messageOf(move())).toMatch(/the source changed since then \(car/)
  })
})

describe('a move', () => {
  it('is rejected while a server uses the data, and keeps servers from starting while it runs', async () => {
    const { close } = await openDatabase(paths)
    const { code, output } = await run()
    expect([code, output]).toEqual([1, expect.stringContaining('is in use. Stop Kerblight first')])
    expect(await isBegun()).toBe(false)
    await close()
    const source = takeSource(databaseFile)
    expect(() => new Sqlite(databaseFile, { timeout: 0 }).pragma('user_version')).toThrow('locked')
    source.close()
  })

  it('is rejected if the target already contains tables, from Kerblight or another program', async () => {
    await secondClient.query('create table holidays (at text)')
    expect(await messageOf(move())).toMatch(/isn’t empty: it has holidays\. .*Nothing was changed\.$/)
    expect(await countOf('holidays')).toBe(0)
    const used = await createTestDatabase(inject('postgresUrl'))
    expect(await messageOf(move(used.address))).toContain('isn’t empty: it has attempts')
    await used.drop()
  })

  it('is rejected if the source file does not exist or the address is wrong', async () => {
    expect(() => takeSource(`${databaseFile}-not`)).toThrow('There is no database at')
    writeFileSync(`${databaseFile}-empty`, '')
    expect(() => takeSource(`${databaseFile}-empty`)).toThrow('There is no database at')
    const command = (...args: string[]) => runCommand('migrate-to-postgres', args, { env })
    expect(await command()).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
    expect(await command('mysql://a@b/c')).toMatchObject({
      code: 1,
      output: expect.stringContaining('must start with postgres://'),
    })
    const { url } = target.address
    const changedUrl = (change: (at: URL) => void) => {
      const changed = new URL(url)
      change(changed)
      return move({ ...target.address, url: changed.href })
    }
    expect(await messageOf(changedUrl((address) => (address.port = '1')))).toContain('ECONNREFUSED')
    expect(await messageOf(changedUrl((address) => (address.password = 'guess')))).toContain(
      'user and password',
    )
    expect(await messageOf(move(buildDatabaseAddress(inject('postgresUrl'), 'nowhere')))).toContain(
      'does not exist',
    )
  })

  it('is rejected if its user may not create tables', async () => {
    const role = `guest_${process.pid}`
    await secondClient.query(`create role ${role} login password 'guest'`)
    const targetUrl = new URL(target.address.url)
    targetUrl.username = role
    targetUrl.password = 'guest'
    const address = readPostgresAddress(targetUrl.href)
    expect(await messageOf(move(address as typeof target.address))).toMatch(
      /Make the user the owner of the database/,
    )
    await secondClient.query(`drop role ${role}`)
  })

  it.each([
    [{ version: 140_009 }, 'is Postgres 14'],
    [{ encoding: 'LATIN1' }, 'has the encoding LATIN1'],
    [{ schema: null, canCreate: null }, 'no schema'],
    [{}, null],
  ])('is rejected if the database is unusable: %o', (facts, expected) => {
    const good = { version: 150_000, encoding: 'UTF8', schema: 'public', canCreate: 1 as const }
    const actual = findTargetError({ ...good, ...facts })
    if (expected === null) expect(actual).toBeNull()
    else expect(actual).toContain(expected)
  })

  it('is rejected with instructions if the disk is full', () => {
    const diskFullError = Object.assign(new Error('could not extend file'), { code: '53100' })
    expect(toMoveError(diskFullError, 'postgres://host/db').message).toMatch(
      /is full.*Free some space.*continues/,
    )
  })
})

it('tables are listed after the tables that they refer to', () => {
  const refers: Record<string, string[]> = { a: ['c', 'a'], b: ['a', 'c'], c: ['d'], d: [] }
  const sorted = sortTables(
    ['b', 'a', 'c', 'd'].map((name) => ({ name })),
    ({ name }) => refers[name]!,
  )
  expect(sorted.map(({ name }) => name)).toEqual(['d', 'c', 'a', 'b'])
  expect(() =>
    sortTables([{ name: 'a' }, { name: 'b' }], ({ name }) => (name === 'a' ? ['b'] : ['a'])),
  ).toThrow('circular foreign keys')
})
