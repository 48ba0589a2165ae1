import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-actors-'))
const file = join(folder, 'kerblight.db')
let server: TestServer
let otherConnection: Sqlite.Database
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_URL: `file:${file}` } })
  otherConnection = new Sqlite(file)
})
afterAll(async () => {
  otherConnection.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const status = async ({ token }: Person) => (await call(server.url, 'listUsers', { token })).status

/** Builds an admin with a session that the server has cached. */
async function buildKnownAdmin(): Promise<Person> {
  const person = await buildPerson(server.ctx, { role: 'admin' })
  expect(await status(person)).toBe(200)
  return person
}

const now = () => server.ctx.now().toISOString()

/** Changes to a row, with the status that the user's later requests get. */
const changes = [
  {
    what: 'a session that is revoked',
    table: 'sessions',
    column: 'revoked_at',
    value: now,
    expectedStatus: 401,
  },
  { what: 'a session that ends', table: 'sessions', column: 'expires_at', value: now, expectedStatus: 401 },
  {
    what: 'an account that is deleted',
    table: 'users',
    column: 'deleted_at',
    value: now,
    expectedStatus: 401,
  },
  {
    what: 'a role that is taken away',
    table: 'users',
    column: 'role',
    value: () => 'user',
    expectedStatus: 403,
  },
] as const
const idColumns = { sessions: 'user_id', users: 'id' } as const

describe('the caller', () => {
  it.each(changes)(
    'is reloaded for the next request after $what',
    async ({ table, column, value, expectedStatus }) => {
      const person = await buildKnownAdmin()
      const { ref } = server.ctx.db.dynamic
      const update = server.ctx.db.updateTable(table).set({ [column]: value() })
      await update.where(ref(idColumns[table]), '=', person.id).execute()
      expect(await status(person)).toBe(expectedStatus)
    },
  )

  it.each(changes)(
    'is reloaded after $what by another process',
    async ({ table, column, value, expectedStatus }) => {
      const person = await buildKnownAdmin()
      otherConnection
        .prepare(`update ${table} set ${column} = ? where ${idColumns[table]} = ?`)
        .run(value(), person.id)
      expect(await status(person)).toBe(expectedStatus)
    },
  )

  it('is reloaded after raw SQL', async () => {
    const person = await buildKnownAdmin()
    await sql`delete from sessions where user_id = ${person.id}`.execute(server.ctx.db)
    expect(await status(person)).toBe(401)
  })

  it('stays cached after a change that was rolled back', async () => {
    const person = await buildKnownAdmin()
    const change = server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ role: 'user' }).where('id', '=', person.id).execute()
      throw new Error('no')
    })
    const pendingStatus = status(person)
    await expect(change).rejects.toThrow('no')
    expect([await pendingStatus, await status(person)]).toEqual([200, 200])
  })

  it('is rejected if the token names a user other than the session’s', async () => {
    const [firstUser, secondUser] = [await buildKnownAdmin(), await buildKnownAdmin()]
    const ofOne = (await server.ctx.tokens.verify(firstUser.token, server.ctx.now()))!
    const mixedToken = await server.ctx.tokens.sign({ ...ofOne, uid: secondUser.uid }, server.ctx.now())
    expect(await status({ ...firstUser, token: mixedToken })).toBe(401)
  })

  it('is rejected while the clock is past session expiry, and accepted once it is corrected', async () => {
    const person = await buildKnownAdmin()
    server.advance(13 * 3600)
    expect(await status(person)).toBe(401)
    server.advance(-13 * 3600)
    expect(await status(person)).toBe(200)
  })

  it('is loaded from the database once for repeated requests', async () => {
    const person = await buildPerson(server.ctx)
    const token = (await server.ctx.tokens.verify(person.token, server.ctx.now()))!
    const find = () => server.ctx.actors.find(token, server.ctx.now())
    expect(await find()).not.toBeNull()
    expect(await find()).toBe(await find())
  })

  it('is not cached if a change is committed during the read', async () => {
    const person = await buildPerson(server.ctx)
    const token = (await server.ctx.tokens.verify(person.token, server.ctx.now()))!
    const pendingActor = server.ctx.actors.find(token, server.ctx.now())
    server.ctx.actors.drop({ live: [], written: [], haveSessionsChanged: true })
    const staleActor = await pendingActor
    expect(await server.ctx.actors.find(token, server.ctx.now())).not.toBe(staleActor)
  })
})
