import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Me } from '../../contract/users.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-actors-'))
const file = join(folder, 'kerblight.db')
let server: TestServer
let other: Sqlite.Database
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_URL: `file:${file}` } })
  other = new Sqlite(file)
})
afterAll(async () => {
  other.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const me = async ({ token }: Person) => {
  const { status, body } = await call<Me>(server.url, 'getMe', { token })
  return status === 200 ? { isAdmin: body.isAdmin, fullName: body.fullName } : status
}

/** Someone whom the server has just had an answer for. */
async function buildKnown(fields: Parameters<typeof buildPerson>[1] = {}): Promise<Person> {
  const person = await buildPerson(server.ctx, fields)
  await me(person)
  await me(person)
  return person
}

const now = () => server.ctx.now().toISOString()
const isAdmin = { isAdmin: true, fullName: 'Robin Vale' }

/** By SQL, so that this process and another can do the same. */
const changes: [string, (person: Person) => string, unknown][] = [
  [
    'a session that is revoked',
    ({ id }) => `update sessions set revoked_at = '${now()}' where user_id = '${id}'`,
    401,
  ],
  ['a session that is removed', ({ id }) => `delete from sessions where user_id = '${id}'`, 401],
  [
    'a session that ends',
    ({ id }) => `update sessions set expires_at = '${now()}' where user_id = '${id}'`,
    401,
  ],
  [
    'an account that is deleted',
    ({ id }) => `update users set deleted_at = '${now()}' where id = '${id}'`,
    401,
  ],
  [
    'a role that is taken away',
    ({ id }) => `update users set role = 'user' where id = '${id}'`,
    { ...isAdmin, isAdmin: false },
  ],
  [
    'a new name',
    ({ id }) => `update users set full_name = 'Una Reyes' where id = '${id}'`,
    { ...isAdmin, fullName: 'Una Reyes' },
  ],
]

describe('who sends', () => {
  it.each(changes)('is known anew at the next request after %s', async (_, change, expected) => {
    const person = await buildKnown({ role: 'admin' })
    expect(await me(person)).toEqual(isAdmin)
    await sql.raw(change(person)).execute(server.ctx.db)
    expect(await me(person)).toEqual(expected)
  })

  it.each(changes)('is known anew after %s by another process', async (_, change, expected) => {
    const person = await buildKnown({ role: 'admin' })
    other.exec(change(person))
    expect(await me(person)).toEqual(expected)
  })

  it('is known as before after a change that was rolled back', async () => {
    const person = await buildKnown({ role: 'admin' })
    const change = server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ role: 'user' }).where('id', '=', person.id).execute()
      throw new Error('no')
    })
    const asked = me(person)
    await expect(change).rejects.toThrow('no')
    expect([await asked, await me(person)]).toEqual([isAdmin, isAdmin])
  })

  it('is nobody whenever the session is over by the clock, and somebody again if that was wrong', async () => {
    const person = await buildKnown()
    server.advance(13 * 3600)
    expect(await me(person)).toBe(401)
    server.advance(-13 * 3600)
    expect(await me(person)).toMatchObject({ isAdmin: false })
  })

  it('is asked of the database once, by however many requests', async () => {
    const person = await buildPerson(server.ctx)
    const token = (await server.ctx.tokens.verify(person.token, server.ctx.now()))!
    const find = () => server.ctx.actors.find(token, server.ctx.now())
    expect(await find()).not.toBeNull()
    expect(await find()).toBe(await find())
  })

  it('is not remembered from before a change that was committed meanwhile', async () => {
    const person = await buildPerson(server.ctx)
    const token = (await server.ctx.tokens.verify(person.token, server.ctx.now()))!
    const racing = server.ctx.actors.find(token, server.ctx.now())
    server.ctx.actors.drop('users')
    expect(await server.ctx.actors.find(token, server.ctx.now())).not.toBe(await racing)
  })
})
