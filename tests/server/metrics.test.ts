import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { insertMail } from '../../server/core/messages/email.repository.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { findMissing, getOperationsPath, parseMetrics, readQueries } from '../support/metrics.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const TOKEN = 'a-metrics-token-of-length'

let folder: string
let server: TestServer
const lines: { msg: string; url?: string; job?: string; removed?: Record<string, unknown> }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-metrics-'))
  server = await startTestServer({
    env: {
      DATABASE_URL: join(folder, 'kerblight.db'),
      BACKUP_DIR: join(folder, 'backups'),
      METRICS_TOKEN: TOKEN,
      LOAD_SHEDDING: 'on',
    },
    // Nothing listens on this port.
    stripeUrl: 'http://127.0.0.1:1',
    config: { metricsPort: 0 },
    jobs: true,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
  })
  await vi.waitUntil(() => lines.some(({ msg }) => msg === 'the database was backed up'), 30_000)
  await vi.waitUntil(() => lines.some(({ msg }) => msg === 'sweep finished'), 30_000)
}, 60_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function scrape(): Promise<string> {
  return (await call<string>(server.url, 'getMetrics', { token: TOKEN })).body
}

function valueOf(text: string, sample: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? NaN)
}

describe('/api/metrics', () => {
  it('exposes the metrics of the alert rules and the dashboard, with help text and type', async () => {
    await call(server.url, 'listCategories')
    const exposition = parseMetrics(await scrape())
    const ofPostgres = /^kerblight_database_connection/
    expect(findMissing(exposition, readQueries()).filter((name) => !ofPostgres.test(name))).toEqual([])
    const undescribed = [...exposition.samples.keys()].filter(
      (name) =>
        !exposition.described.has(name) &&
        !exposition.described.has(name.replace(/_(bucket|sum|count)$/, '')),
    )
    expect(undescribed).toEqual([])
  })

  it('names the build', async () => {
    const [, labels] = /kerblight_build_info\{(.*)\} 1/.exec(await scrape())!
    expect(labels).toMatch(/^version="\d+\.\d+\.\d+",commit="([0-9a-f]{40}|unknown)",node="v/)
  })

  it('measures cached responses and counts unknown paths as one endpoint', async () => {
    const count = async (endpoint: string, status: string) =>
      valueOf(
        await scrape(),
        `kerblight_request_duration_seconds_count{endpoint="${endpoint}",status="${status}"}`,
      )
    await call(server.url, 'listCategories')
    const countBefore = await count('listCategories', '2xx')
    await call(server.url, 'listCategories')
    expect(await count('listCategories', '2xx')).toBe(countBefore + 1)
    for (const path of ['/api/nothing-1', '/api/nothing-2', '/api/nothing-3']) await fetch(server.url + path)
    expect(await scrape()).not.toContain('nothing')
    expect(await count('other', '4xx')).toBeGreaterThanOrEqual(3)
  })

  it('contains the last run of each job and its backup', async () => {
    const text = await scrape()
    const now = Date.now() / 1000
    for (const name of ['mail', 'newsletter', 'sweep', 'backup'])
      expect(
        now - valueOf(text, `kerblight_job_last_run_timestamp_seconds{name="${name}"}`),
        name,
      ).toBeLessThan(120)
    expect(now - valueOf(text, 'kerblight_backup_last_timestamp_seconds')).toBeLessThan(120)
    expect(valueOf(text, 'kerblight_backup_last_size_bytes')).toBeGreaterThan(0)
    expect(valueOf(text, 'kerblight_disk_free_bytes{directory="data"}')).toBeGreaterThan(0)
  })

  it('counts the emails to send', async () => {
    const mail = { recipient: 'robin@people.test', subject: 'Hello', body: 'Hello' }
    await insertMail(server.ctx.db, mail, new Date(Date.now() + 3600_000))
    expect(valueOf(await scrape(), 'kerblight_mail_queue_length{state="waiting"}')).toBe(1)
  })

  it('is also served on the port of the process, only with the token', async () => {
    const { url } = lines.find(({ msg }) => msg === 'listening for scrapes')!
    const headers = { authorization: `Bearer ${TOKEN}` }
    const response = await fetch(url!, { headers })
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('kerblight_build_info'),
    ])
    expect((await fetch(new URL('/api/categories', url), { headers })).status).toBe(404)
    expect((await fetch(url!, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(404)
  })
})

it('logs the counts of items that the sweep removed', () => {
  const { removed } = lines.find(({ msg }) => msg === 'sweep finished')!
  expect(removed).toMatchObject({ undos: 0, sessions: 0, photoFiles: { released: 0, orphaned: 0 } })
})

describe('listJobs', () => {
  it('lists the jobs with their last runs for admins', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const jobsNow = async () =>
      (await call<EndpointOutput<'listJobs'>>(server.url, 'listJobs', { token: admin.token })).body
    const of = async (name: string) => (await jobsNow()).find((job) => job.name === name)
    const sweep = await of('sweep')
    expect(sweep?.lastRunAt).toMatch(/^\d{4}-/)
    expect(Date.parse(sweep!.lastSuccessAt!)).toBeLessThanOrEqual(Date.now())
    // Nothing listens on Stripe's port, so this job fails.
    await vi.waitUntil(async () => (await of('compare-with-stripe'))?.lastRunAt, 30_000)
    expect((await of('compare-with-stripe'))!.lastSuccessAt).toBeNull()
    expect((await of('deals'))!.lastSuccessAt).not.toBeNull()
  })

  it('rejects other users', async () => {
    const { token } = await buildPerson(server.ctx)
    expect((await call(server.url, 'listJobs', { token })).status).toBe(403)
  })
})

it('counts and logs the failed runs of a job', { timeout: 30_000 }, async () => {
  const failing: typeof lines = []
  const broken = await startTestServer({
    jobs: true,
    log: pino({ level: 'error' }, { write: (line) => void failing.push(JSON.parse(line)) }),
    seed: ({ db }) => db.schema.dropTable('webhook_events').execute(),
  })
  try {
    await vi.waitFor(() => expect(failing.map(({ job }) => job)).toContain('sweep'), 20_000)
    const { body } = await call<string>(broken.url, 'getMetrics')
    expect(failing.find(({ job }) => job === 'sweep')!.msg).toBe('job failed')
    expect(valueOf(body, 'kerblight_job_failures_total{name="sweep"}')).toBe(1)
    expect(valueOf(body, 'kerblight_job_last_success_timestamp_seconds{name="sweep"}')).toBe(0)
    expect(valueOf(body, 'kerblight_job_failures_total{name="newsletter"}')).toBe(0)
  } finally {
    await broken.close()
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.runIf(hasPromtool)('promtool', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  it('accepts the alert rules and their tests', () => {
    expect(promtool('check', 'rules', getOperationsPath('alerts.yml'))).toMatchObject({ status: 0 })
    expect(promtool('test', 'rules', getOperationsPath('alerts.test.yml'))).toMatchObject({ status: 0 })
  })

  it('accepts the queries of the dashboard', () => {
    const rules = readQueries().map((expr, index) => ({ record: `query:${index}`, expr }))
    const file = join(folder, 'queries.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
    expect(promtool('check', 'rules', '--lint=none', file)).toMatchObject({ status: 0 })
  })
})
