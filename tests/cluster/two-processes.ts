import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findFreePort, startPostgres } from '../../scripts/cluster/postgres-server.ts'
import { createClusterProxy } from '../../scripts/cluster/proxy.ts'
import { defaultSettings } from '../../scripts/lib/default-settings.ts'
import { startServerProcess, type ServerProcess } from '../../scripts/load/processes.ts'
import type { Context } from '../../server/context.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtpServer, type SmtpServer } from '../support/smtp.ts'
import { buildDatabaseAddress } from '../support/postgres.ts'

/**
 * Two server processes, including their background jobs, behind a proxy. Their Postgres is durable, so every
 * acknowledged write is retained.
 */
export interface Cluster {
  /** The proxy's URL. */
  url: string
  /** The origins of the two processes. */
  origins: readonly string[]
  stripe: TestSandbox['stripe']
  smtp: SmtpServer
  /** Kills a process with SIGKILL and restarts it. */
  killProcess(at: number): Promise<void>
  /** Kills the Postgres server and restarts it with its data on disk. */
  killPostgres(): Promise<void>
  cutConnections(): Promise<void>
  /** Runs `work` in a separate server, whose jobs run only when `work` starts them. */
  withExtraServer(work: (server: TestServer) => Promise<unknown>): Promise<void>
  /** Stops both processes gracefully, as a deployment does. */
  stopProcesses(): Promise<void>
  close(): Promise<void>
}

const TOKEN_SECRET = 'dHdvIHByb2Nlc3NlcyBhbmQgb25lIGtpbGwgYXQgYSB0aW1l'

export async function startTwoProcesses(prepare: (ctx: Context) => Promise<void>): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-kills-'))
  // For root, Postgres runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const data = join(folder, 'postgres')
  const postgresPort = await findFreePort()
  let postgres = await startPostgres(data, postgresPort)
  const ports = [await findFreePort(), await findFreePort()]
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = createClusterProxy(origins)
  proxy.server.listen(0, '127.0.0.1')
  await once(proxy.server, 'listening')
  const url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
  const sandbox = await startSandbox({ webhookUrl: `${url}/api/webhooks/stripe` })
  const smtp = await startSmtpServer()
  const settings = { TOKEN_SECRET, SMTP_URL: smtp.url, STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret }
  const env = {
    ...defaultSettings,
    ...settings,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    TRUST_PROXY: 'loopback',
    STRIPE_SANDBOX_PORT: new URL(sandbox.stripe.url).port,
    RATE_LIMITS: 'off',
    LOAD_SHEDDING: 'off',
    LOG_LEVEL: 'silent',
  }

  async function withExtraServer(work: (server: TestServer) => Promise<unknown>): Promise<void> {
    const config = { postgres: buildDatabaseAddress(postgres.url, 'postgres') }
    const server = await startTestServer({ config, env: settings, stripeUrl: sandbox.stripe.url })
    try {
      await work(server)
    } finally {
      await server.close()
    }
  }

  const run = (port: number) =>
    startServerProcess('server/serve.ts', {
      port,
      env: { ...env, PORT: String(port) },
      ready: '/api/readyz',
    })
  await withExtraServer(({ ctx }) => prepare(ctx))
  const processes: ServerProcess[] = await Promise.all(ports.map(run))

  return {
    url,
    origins,
    stripe: sandbox.stripe,
    smtp,
    async killProcess(index) {
      process.kill(processes[index]!.pid, 'SIGKILL')
      processes[index] = await run(ports[index]!)
    },
    async killPostgres() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await postgres.stop()
      postgres = await startPostgres(data, postgresPort)
    },
    async cutConnections() {
      const client = new Client(postgres.url)
      await client.connect()
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await client.end()
    },
    withExtraServer,
    async stopProcesses() {
      await Promise.all(processes.splice(0).map((serverProcess) => serverProcess.stop()))
    },
    async close() {
      await proxy.close()
      await Promise.all(processes.map((serverProcess) => serverProcess.stop()))
      await sandbox.close()
      await smtp.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
