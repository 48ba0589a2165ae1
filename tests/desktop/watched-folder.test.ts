import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile as readFileBytes, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { firstLimits, type WatchedFile, type WatchLimits } from '../../contract/desktop/watched-folder.ts'
import { createWatchedFolderStore } from '../../src-main/session/watched-folder-store.ts'
import { createWatchedFolder, type WatchedFolder } from '../../src-main/session/watched-folder.ts'
import { getWaitingReason } from '../../src-main/session/within-limits.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { formatCsv } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const temp = (name: string) => mkdtempSync(join(tmpdir(), `kerblight-${name}-`))

interface JobContext {
  folder: string
  watched: WatchedFolder
  notified: WatchedFile[]
  refused: string[]
  restart: () => WatchedFolder
  /** Sets the signed-in user, or signs out if null. */
  signIn: (person: Person | null) => void
  connect: (isConnected: boolean) => void
  /** Sets the files that cannot be read. The clock advances only through `pass`. */
  lock: (...names: string[]) => void
  pass: (ms: number) => void
}

function prepare(person: Person): JobContext {
  let token: string | null = person.token
  let isConnected = true
  let locked: string[] = []
  let clock = Date.now()
  const notified: WatchedFile[] = []
  const refused: string[] = []
  const file = join(temp('entries'), 'watched-folders.json')
  const session = {
    token: async () => token,
    rejected: async (rejectedToken: string) => void refused.push(rejectedToken),
  } as never
  const restart = () =>
    createWatchedFolder({
      connection: () => ({ apiOrigin: server.url, session }),
      entries: createWatchedFolderStore(file),
      fetch: async (url, init) => {
        if (!isConnected) throw new TypeError('fetch failed')
        return fetch(url, init)
      },
      onChange: () => undefined,
      onNeedsYou: (notice) => void notified.push(notice),
      log: () => undefined,
      now: () => clock,
      async read(path) {
        if (locked.some((name) => path.endsWith(name))) throw new Error('EACCES')
        return readFileBytes(path)
      },
    })
  return {
    folder: temp('watched'),
    watched: restart(),
    notified,
    refused,
    restart,
    signIn: (someone) => void (token = someone?.token ?? null),
    connect: (next) => void (isConnected = next),
    lock: (...names) => void (locked = names),
    pass: (ms) => void (clock += ms),
  }
}

/** Scans the folder until there is nothing left to do. A file is not read before its second scan. */
async function settle(watched: WatchedFolder): Promise<void> {
  for (let idle = 0; idle < 2;) {
    idle = (await watched.look()) ? 0 : idle + 1
    await server.ctx.imports.idle()
  }
}

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })

async function carsOf({ token }: Person) {
  const { body } = await call<Car[]>(server.url, 'listAllCars', { token, query: { mine: '1' } })
  return body.map(({ stockNo }) => stockNo).toSorted()
}

const putFile = (folder: string, name: string, cars: Record<string, string | number>[]) =>
  writeFileSync(join(folder, name), formatCsv(cars))
const car = (stock: string, fields = {}) => ({ stock, make: 'Audi', model: 'A4', price: 9_995, ...fields })
const outcomes = async (watched: WatchedFolder) =>
  (await watched.read()).files.map(({ fileName, outcome }) => `${fileName} ${outcome}`)

describe('a watched folder', () => {
  it('imports a new file within the limits, and the same content only once', async () => {
    const seller = await newSeller()
    const { folder, watched, notified, restart } = prepare(seller)
    putFile(folder, 'before.csv', [car('OLD')])
    expect(await watched.watch(folder)).toMatchObject({ folder, status: 'watching', files: [] })
    putFile(folder, 'tonight.csv', [car('A1'), car('A2')])
    writeFileSync(join(folder, 'notes.pdf'), 'no cars')
    writeFileSync(join(folder, '~$tonight.xlsx'), 'a lock')
    await settle(watched)
    expect(await carsOf(seller)).toEqual(['A1', 'A2'])
    expect((await watched.read()).files).toMatchObject([
      { fileName: 'tonight.csv', outcome: 'applied', text: '2 new.', isOpen: false },
    ])
    // The same content appears under another name, and the original file has a new modification time. The
    // console must not send anything.
    putFile(folder, 'again.csv', [car('A1'), car('A2')])
    utimesSync(join(folder, 'tonight.csv'), 1, 1)
    await settle(restart())
    expect(await outcomes(restart())).toEqual(['tonight.csv applied'])
    expect(notified).toEqual([])
  })

  it('imports a file with a title above its columns', async () => {
    const seller = await newSeller()
    const { folder, watched, notified } = prepare(seller)
    await watched.watch(folder)
    writeFileSync(join(folder, 'report.csv'), `Inventory of tonight\n${formatCsv([car('R1')])}`)
    await settle(watched)
    expect([await outcomes(watched), await carsOf(seller), notified]).toEqual([
      ['report.csv applied'],
      ['R1'],
      [],
    ])
  })

  it('imports a file once if two consoles see it', async () => {
    const seller = await newSeller()
    const { folder, watched, notified } = prepare(seller)
    const otherConsole = prepare(seller)
    await watched.watch(folder)
    await otherConsole.watched.watch(folder)
    putFile(folder, 'shared.csv', [car('W1'), car('W2')])
    for (let index = 0; index < 4; index++) await Promise.all([watched.look(), otherConsole.watched.look()])
    await Promise.all([settle(watched), settle(otherConsole.watched)])
    expect(await carsOf(seller)).toEqual(['W1', 'W2'])
    expect([...notified, ...otherConsole.notified]).toEqual([])
  })

  it('waits until a file is no longer being written', async () => {
    const seller = await newSeller()
    const { folder, watched } = prepare(seller)
    await watched.watch(folder)
    const file = join(folder, 'slow.csv')
    for (let rows = 1; rows <= 4; rows++) {
      putFile(
        folder,
        'slow.csv',
        Array.from({ length: rows }, (_, index) => car(`S${index}`)),
      )
      utimesSync(file, 1000 + rows, 1000 + rows)
      expect(await watched.look()).toBe(false)
    }
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['slow.csv applied'])
    expect(await carsOf(seller)).toHaveLength(4)
  })

  it('asks about a file that exceeds the limits and changes nothing', async () => {
    const seller = await newSeller()
    const { folder, watched, notified } = prepare(seller)
    await watched.watch(folder)
    await watched.setLimits({ ...firstLimits, create: 1 })
    putFile(folder, 'many.csv', [car('M1'), car('M2')])
    await settle(watched)
    expect(await carsOf(seller)).toEqual([])
    expect(notified).toMatchObject([
      { fileName: 'many.csv', outcome: 'needs-you', text: '2 new cars; your limit is 1.', isOpen: true },
    ])
    expect(notified[0]!.importID).not.toBeNull()
    expect((await watched.dismiss()).files).toMatchObject([{ isOpen: false }])
  })

  it('takes cars off the lot that a file lacks, up to the limit', async () => {
    const seller = await newSeller()
    for (const stock_no of ['L1', 'L2', 'L3', 'L4']) await buildCar(server.ctx, seller.id, { stock_no })
    const { folder, watched, notified } = prepare(seller)
    await watched.watch(folder)
    await watched.setLimits({ ...firstLimits, offLot: { upTo: 50, unit: 'percent' } })
    putFile(folder, 'one.csv', [{ stock: 'L1' }])
    await settle(watched)
    expect(notified.map(({ text }) => text)).toEqual(['3 of 4 cars off the lot; your limit is 50%.'])
    putFile(folder, 'two.csv', [{ stock: 'L1' }, { stock: 'L2' }])
    await settle(watched)
    expect((await watched.read()).files[0]).toMatchObject({ outcome: 'applied', text: '2 off the lot.' })
  })

  it('waits without a network and tries again, even after a restart', async () => {
    const seller = await newSeller()
    const { folder, watched, restart, connect } = prepare(seller)
    await watched.watch(folder)
    connect(false)
    putFile(folder, 'later.csv', [car('W1')])
    await settle(watched)
    expect(await watched.read()).toMatchObject({ status: 'waiting', files: [] })
    connect(true)
    const restarted = restart()
    await settle(restarted)
    expect(await outcomes(restarted)).toEqual(['later.csv applied'])
    expect(await carsOf(seller)).toEqual(['W1'])
  })

  it('stops at sign-out and is not shared with other users', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const { folder, watched, signIn } = prepare(seller)
    await watched.watch(folder)
    putFile(folder, 'mine.csv', [car('P1')])
    signIn(null)
    await settle(watched)
    expect(await watched.read()).toMatchObject({ folder: null })
    signIn(otherSeller)
    await settle(watched)
    expect(await watched.read()).toMatchObject({ folder: null, files: [] })
    expect([await carsOf(seller), await carsOf(otherSeller)]).toEqual([[], []])
    signIn(seller)
    await settle(watched)
    expect(await carsOf(seller)).toEqual(['P1'])
    expect(await watched.stop()).toMatchObject({ folder: null })
  })

  it('resumes a file that was in progress when the console exited', async () => {
    const seller = await newSeller()
    const { folder, watched, restart } = prepare(seller)
    await watched.watch(folder)
    putFile(folder, 'cut.csv', [car('C1')])
    await watched.look()
    expect(await watched.look()).toBe(true)
    const restarted = restart()
    await settle(restarted)
    expect(await outcomes(restarted)).toEqual(['cut.csv applied'])
    expect(await carsOf(seller)).toEqual(['C1'])
  })

  it('processes two files that arrive together one after the other', async () => {
    const seller = await newSeller()
    const { folder, watched } = prepare(seller)
    await watched.watch(folder)
    putFile(folder, 'a.csv', [car('T1')])
    putFile(folder, 'b.csv', [car('T2')])
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['b.csv applied', 'a.csv applied'])
    expect(await carsOf(seller)).toEqual(['T1', 'T2'])
  })

  it('resumes after a network outage without importing anything twice', async () => {
    const seller = await newSeller()
    const { folder, watched, connect } = prepare(seller)
    await watched.watch(folder)
    putFile(folder, 'cut-off.csv', [car('D1')])
    await watched.look()
    expect(await watched.look()).toBe(true)
    await server.ctx.imports.idle()
    connect(false)
    expect(await watched.look()).toBe(false)
    expect(await watched.read()).toMatchObject({ status: 'waiting', files: [] })
    connect(true)
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['cut-off.csv applied'])
    expect(await carsOf(seller)).toEqual(['D1'])
  })

  it('skips an unreadable file, retries it, and finally reports it', async () => {
    const seller = await newSeller()
    const { folder, watched, lock, pass, notified } = prepare(seller)
    await watched.watch(folder)
    lock('1-locked.csv')
    putFile(folder, '1-locked.csv', [car('R1')])
    putFile(folder, '2-free.csv', [car('R2')])
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['2-free.csv applied'])
    lock()
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['1-locked.csv applied', '2-free.csv applied'])
    lock('3-never.csv')
    putFile(folder, '3-never.csv', [car('R3')])
    await settle(watched)
    pass(60_000)
    await settle(watched)
    expect(notified.map(({ fileName, outcome }) => `${fileName} ${outcome}`)).toEqual(['3-never.csv refused'])
    expect(await carsOf(seller)).toEqual(['R1', 'R2'])
  })

  it('reads previously unreadable files as soon as they become readable, even after a restart', async () => {
    const seller = await newSeller()
    const { folder, watched, lock, pass, notified, restart } = prepare(seller)
    await watched.watch(folder)
    const names = ['1.csv', '2.csv', '3.csv']
    lock(...names)
    for (const name of names) putFile(folder, name, [car(`K${name[0]}`)])
    await settle(watched)
    pass(60_000)
    for (let round = 0; round < 6; round++) await watched.look()
    expect(notified.map(({ fileName }) => fileName).toSorted()).toEqual(names)
    lock('1.csv', '2.csv')
    for (let round = 0; round < 3; round++) await settle(watched)
    expect((await watched.read()).files.find(({ outcome }) => outcome === 'applied')).toMatchObject({
      fileName: '3.csv',
    })
    const restarted = restart()
    await settle(restarted)
    lock()
    for (let round = 0; round < 3; round++) await settle(restarted)
    expect(await carsOf(seller)).toEqual(['K1', 'K2', 'K3'])
    // The user was notified once of each file and has nothing left to do.
    expect(notified).toHaveLength(3)
    expect((await restarted.read()).files.map(({ isOpen }) => isOpen)).toEqual(Array(6).fill(false))
  })

  it('reports that the user may not import', async () => {
    const { folder, watched, notified } = prepare(await buildPerson(server.ctx))
    await watched.watch(folder)
    putFile(folder, 'mine.csv', [car('B2')])
    await settle(watched)
    expect(notified).toMatchObject([{ fileName: 'mine.csv', outcome: 'refused', isOpen: true }])
    expect(notified[0]!.text).not.toBe('')
  })

  it('serves admins, who may also list cars', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const { folder, watched } = prepare(admin)
    await watched.watch(folder)
    putFile(folder, 'staff.csv', [car('AD1')])
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['staff.csv applied'])
  })

  it('reports a missing folder and resumes when it returns', async () => {
    const seller = await newSeller()
    const { folder, watched } = prepare(seller)
    await watched.watch(folder)
    await rename(folder, `${folder}-away`)
    await settle(watched)
    expect(await watched.read()).toMatchObject({ status: 'no-folder' })
    await rename(`${folder}-away`, folder)
    putFile(folder, 'back.csv', [car('B1')])
    await settle(watched)
    expect(await outcomes(watched)).toEqual(['back.csv applied'])
    await rm(folder, { recursive: true })
  })

  it('ends a session that the server rejects', async () => {
    const { watched, folder, signIn, refused } = prepare(await newSeller())
    await watched.watch(folder)
    signIn({ token: 'of-nobody' } as Person)
    await watched.look()
    expect(refused).toEqual(['of-nobody'])
  })
})

describe('the limits', () => {
  const plan = { counts: { create: 3, update: 4, unchanged: 9, held: 1, error: 1 }, missing: 5, onLot: 100 }
  const wideLimits: WatchLimits = { create: 3, update: 4, error: 1, offLot: null }

  it.each<[string, Partial<WatchLimits>, string | null]>([
    ['let in what reaches them', {}, null],
    ['count new cars', { create: 2 }, '3 new cars; your limit is 2.'],
    ['count changed cars', { update: 0 }, '4 changed cars; your limit is 0.'],
    ['count errors', { error: 0 }, '1 row with errors; your limit is 0.'],
    ['count cars off the lot', { offLot: { upTo: 4, unit: 'cars' } }, '5 cars off the lot; your limit is 4.'],
    ['know shares', { offLot: { upTo: 5, unit: 'percent' } }, null],
    [
      'know shares that are too large',
      { offLot: { upTo: 4, unit: 'percent' } },
      '5 of 100 cars off the lot; your limit is 4%.',
    ],
  ])('%s', (_what, change, why) => {
    expect(getWaitingReason({ ...wideLimits, ...change }, plan)).toBe(why)
  })

  it('reject a file that requires a decision', () => {
    expect(getWaitingReason(wideLimits, { ...plan, message: 'No column has a VIN.' })).toBe(
      'No column has a VIN.',
    )
  })
})
