import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Engine } from '../../server/db/engines/engine.ts'
import type { Tables } from '../../server/db/tables.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { makeCall, listMissingEndpoints, signTokens } from '../support/release-responses.ts'
import {
  countRows,
  listReleases,
  loadReleaseFixture,
  readRecord,
  type ReleaseRecord,
  writeReleaseFixture,
} from '../support/release-fixture.ts'
import { startOnRelease } from '../support/release-server.ts'
import { findMissingStates, readCheckedStates } from '../support/release-states.ts'
import type { TestServer } from '../support/server.ts'

interface Upgraded {
  server: TestServer
  close(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'kerblight-releases-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the current server on a fresh copy of a release's data. */
const upgrade: Record<Engine, (version: string, at: Date) => Promise<Upgraded>> = {
  async sqlite(version, location) {
    const data = mkdtempSync(join(folder, 'data-'))
    const file = join(data, 'kerblight.db')
    await loadReleaseFixture(version, file)
    const server = await startOnRelease({ env: { DATA_DIR: data, DATABASE_URL: `file:${file}` } }, location)
    return { server, close: () => server.close() }
  },
  async postgres(version, location) {
    const database = await createTestDatabase(inject('postgresUrl'), 'empty')
    await loadReleaseFixture(version, database.address)
    const options = { config: { postgres: database.address }, isSingleProcess: false }
    const server = await startOnRelease(options, location)
    return {
      server,
      async close() {
        await server.close()
        await database.drop()
      },
    }
  },
}

const endpointsOf = ({ answers: responses }: ReleaseRecord) => [...new Set(responses.map(({ name }) => name))]

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** The change logs. An upgrade that changes rows may add entries to them. */
const growing = new Set(['car_changes', 'change_log'])

const engines: readonly Engine[] = ['sqlite', 'postgres']
const cases = listReleases().flatMap((version) => engines.map((engine) => ({ version, engine })))

describe.each(cases)(
  'the data of release $version on $engine, upgraded by this version',
  ({ version, engine }) => {
    const record = readRecord(version)
    let upgraded: Upgraded
    let tokens: ReadonlyMap<string, string>
    beforeAll(async () => {
      upgraded = await upgrade[engine](version, new Date(record.at))
      tokens = await signTokens(upgraded.server)
    })
    afterAll(() => upgraded?.close())

    it('has the expected number of rows in each table', async () => {
      const now = await countRows(upgraded.server.ctx.db)
      const differing = Object.entries(record.counts).filter(([table, count]) =>
        growing.has(table) ? now[table]! < count : now[table] !== count,
      )
      expect(differing.map(([table, count]) => `${table} had ${count} rows, and has ${now[table]}`)).toEqual(
        [],
      )
    })

    const isBeforeDeals = record.counts.deals === undefined
    it.runIf(isBeforeDeals)(
      'contains a closed or refunded deal for each sale, and balanced books',
      async () => {
        const { db } = upgraded.server.ctx
        const deals = await db
          .selectFrom('payments')
          .leftJoin('deals', 'deals.payment_id', 'payments.id')
          .select([
            'payments.purchase_id',
            'payments.state',
            'deals.purchase_id as deal',
            'deals.state as now',
          ])
          .where('payments.is_sale', '=', 1)
          .execute()
        expect(deals.length).toBeGreaterThan(1)
        for (const { purchase_id, state, deal, now } of deals)
          expect({ deal, now }).toEqual({
            deal: purchase_id,
            now: state === 'refunded' ? 'refunded' : 'closed',
          })
        const payments = await db.selectFrom('payments').select(['amount', 'refunded_amount']).execute()
        const entries = await db
          .selectFrom('ledger_entries')
          .select(['posting', 'account', 'amount'])
          .execute()
        const sums = Map.groupBy(entries, ({ posting }) => posting)
        expect([...sums.values()].map(sumOf)).toEqual([...sums].map(() => 0))
        const platform = entries.filter(({ account }) => account === 'platform')
        expect(sumOf(platform)).toBe(
          sumOf(payments) - payments.reduce((sum, { refunded_amount }) => sum + refunded_amount, 0),
        )
      },
    )

    it.each(endpointsOf(record))('produces the same responses from %s as the release', async (endpoint) => {
      for (const { status, body, ...question } of record.answers.filter(({ name }) => name === endpoint)) {
        const now = await makeCall(upgraded.server, tokens, question)
        expect(now, JSON.stringify(question)).toMatchObject({ status, body })
      }
    })
  },
)

describe.each(listReleases())('the fixture of release %s', (version) => {
  it('contains rows in every table, and in every state that its schema and its types allow', async () => {
    const { counts, states, answers: responses } = readRecord(version)
    expect(responses.length).toBeGreaterThan(500)
    expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual([])
    const file = join(folder, `${version}.db`)
    await loadReleaseFixture(version, file)
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Sqlite(file) }) })
    const checked = await readCheckedStates(db)
    expect(Object.keys(checked).length).toBeGreaterThan(10)
    expect(await findMissingStates(db, { ...checked, ...states })).toEqual([])
    await db.destroy()
  })

  it('cannot be overwritten', async () => {
    await expect(writeReleaseFixture(version, inject('postgresUrl'))).rejects.toThrow('It never changes.')
  })
})

describe('the release fixtures', () => {
  it('include the first release that later versions upgrade', () => {
    expect(listReleases()).toContain('0.2.0')
  })

  it('include responses of every read endpoint', () => {
    expect(listMissingEndpoints()).toEqual([])
  })
})
