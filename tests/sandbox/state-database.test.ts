import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CorruptStateError, openStateDatabase, type StateDatabase } from '../../sandbox/state-database.ts'

let folder: string
let path: string
let state: StateDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-state-'))
  path = join(folder, 'state.db')
  state = openStateDatabase(path)
})

afterEach(() => {
  state.close()
  rmSync(folder, { recursive: true, force: true })
})

const numbers = (of = state) => of.collection<number>('numbers')

function reopen(): void {
  state.close()
  state = openStateDatabase(path)
}

/** Reads the file as another process would, which sees only saved data. */
function readOutside(file = path): number[] {
  const db = new Sqlite(file, { readonly: true })
  try {
    const texts = db.prepare<[], string>('SELECT text FROM records ORDER BY position').pluck().all()
    return texts.map(Number)
  } finally {
    db.close()
  }
}

describe('the state', () => {
  it('starts empty and returns stored values, oldest first', () => {
    expect([numbers().all(), numbers().get('a')]).toEqual([[], undefined])
    for (const [index, id] of ['b', 'a', 'c'].entries()) numbers().put(id, index)
    numbers().put('b', 9)
    numbers().delete('a')
    state.collection('others').put('b', 'another')
    reopen()
    expect(numbers().ids()).toEqual(['b', 'c'])
    expect(numbers().all()).toEqual([9, 2])
    expect(numbers().get('b')).toBe(9)
  })

  it('returns copies, so that a change takes effect only when it is stored', () => {
    const cars = state.collection<{ model: string }>('cars')
    cars.put('a', { model: 'Fiesta' })
    cars.get('a')!.model = 'Focus'
    expect(cars.get('a')).toEqual({ model: 'Fiesta' })
  })

  it('shares one write between many savers and resolves each only after its change is on disk', async () => {
    numbers().put('first', 0)
    await state.saved()
    const before = statSync(`${path}-wal`).size
    const savers = Array.from({ length: 50 }, async (_, index) => {
      numbers().put(String(index), index)
      await state.saved()
      expect(readOutside()).toContain(index)
    })
    expect(readOutside()).toEqual([0])
    await Promise.all(savers)
    // SQLite writes one frame per changed page. 50 separate writes would take at least 50 frames of 4 kB.
    expect(statSync(`${path}-wal`).size - before).toBeLessThan(10 * 4_200)
  })

  it('writes changes to disk soon, even if no caller waits', async () => {
    numbers().put('a', 1)
    await expect.poll(() => readOutside(), { timeout: 5_000 }).toEqual([1])
  })

  it('reports a failed write, and writes again for the next change', async () => {
    const other = new Sqlite(path)
    other.exec('BEGIN IMMEDIATE')
    expect(() => numbers().put('a', 1)).toThrow('database is locked')
    other.close()
    numbers().put('b', 2)
    await state.saved()
    expect(readOutside()).toEqual([2])
  })

  it.each([
    ['rolls back everything', `SELECT RAISE(ROLLBACK, 'full')`],
    ['rolls back only itself', `SELECT RAISE(ABORT, 'refused')`],
    ['can be made, but not be committed', 'INSERT INTO debts VALUES (99)'],
  ])('discards all changes of a shared write that %s, and then writes again', async (_what, instead) => {
    numbers().put('kept', 0)
    await state.saved()
    const outside = new Sqlite(path).exec(`
      CREATE TABLE debts (lender INTEGER REFERENCES records (position) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER refusal AFTER INSERT ON records WHEN NEW.id = 'b' BEGIN ${instead}; END;
    `)
    const shared = ['a', 'b', 'c'].map(async (id, index) => {
      numbers().put(id, index)
      await state.saved()
    })
    const results = await Promise.allSettled(shared)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect([numbers().all(), readOutside()]).toEqual([[0], [0]])
    outside.exec('DROP TRIGGER refusal').close()
    numbers().put('b', 2)
    await state.saved()
    expect(readOutside()).toEqual([0, 2])
  })

  it('drops a write that a crash has left incomplete', async () => {
    numbers().put('a', 1)
    await state.saved()
    numbers().put('b', 2)
    await state.saved()
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal']) copyFileSync(path + end, copy + end)
    truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - 10)
    const afterKill = openStateDatabase(copy)
    expect(numbers(afterKill).all()).toEqual([1])
    numbers(afterKill).put('c', 3)
    await afterKill.saved()
    expect(readOutside(copy)).toEqual([1, 3])
    afterKill.close()
  })
})

describe('a state file that cannot be used', () => {
  it.each([
    ['no database', () => writeFileSync(path, '{"version":1}')],
    ['cut off', () => truncateSync(path, 10_000)],
    ['damaged in the middle', () => writeFileSync(path, readFileSync(path).fill(7, 4_096, 12_000))],
    ['of a later version', () => new Sqlite(path).exec('PRAGMA user_version = 2').close()],
  ])('is rejected and stays unchanged: %s', (_kind, spoil) => {
    for (let index = 0; index < 500; index++) numbers().put(String(index), index)
    state.close()
    spoil()
    const spoiled = readFileSync(path)
    expect(() => openStateDatabase(path)).toThrow(CorruptStateError)
    expect(() => openStateDatabase(path)).toThrow(`The state file ${path} cannot be used`)
    expect(readFileSync(path).equals(spoiled)).toBe(true)
    rmSync(path)
    state = openStateDatabase(path)
  })

  it.each([
    ['damaged in the middle', (file: Buffer) => file.fill(7, 4_096, 12_000)],
    ['of a later version', (file: Buffer) => file.writeUInt32BE(2, 60)],
  ])('stays unchanged after a kill, along with its unmerged write-ahead log: %s', async (_kind, spoil) => {
    for (let index = 0; index < 500; index++) numbers().put(String(index), index)
    reopen()
    numbers().put('last', 500)
    await state.saved()
    const copy = join(folder, 'copy.db')
    for (const end of ['', '-wal']) copyFileSync(path + end, copy + end)
    const file = readFileSync(copy)
    spoil(file)
    writeFileSync(copy, file)
    expect(() => openStateDatabase(copy)).toThrow(CorruptStateError)
    expect(readFileSync(copy).equals(file)).toBe(true)
    expect(readFileSync(`${copy}-wal`).equals(readFileSync(`${path}-wal`))).toBe(true)
    // Once the file is moved away, as the message suggests, a new one can be created.
    rmSync(copy)
    openStateDatabase(copy).close()
  })
})
