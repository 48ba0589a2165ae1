import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig, type Config } from '../../server/config/config.ts'
import { newPostgres } from './postgres.ts'
import { startServer, type RunningServer, type ServerOptions } from '../../server/main.ts'

export interface TestServer extends Pick<RunningServer, 'url' | 'ctx' | 'damaged'> {
  /** Advances the server's clock. Has no effect on a clock that the test provided. */
  advance(seconds: number): void
  close(): Promise<void>
}

export interface TestServerOptions extends Pick<
  ServerOptions,
  | 'context'
  | 'eventBatchingMs'
  | 'jobs'
  | 'lock'
  | 'log'
  | 'canInitialize'
  | 'now'
  | 'seed'
  | 'renderer'
  | 'isSingleProcess'
  | 'setupServices'
> {
  /** Environment variables for this test, in addition to the defaults. */
  env?: Record<string, string>
  identityUrl?: string
  stripeUrl?: string
  webhookSecret?: string
  config?: Partial<Config>
}

/**
 * Starts the real server on a free port, with an in-memory database. By default, its jobs are off, so the
 * test runs them.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kerblight-test-'))
  const config: Config = {
    ...loadConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: ':memory:',
      RATE_LIMITS: 'off',
      LOAD_SHEDDING: 'off',
      ...(options.identityUrl && { FIREBASE_AUTH_EMULATOR_HOST: new URL(options.identityUrl).host }),
      ...(options.stripeUrl && { STRIPE_SANDBOX_PORT: new URL(options.stripeUrl).port }),
      ...(options.webhookSecret && { STRIPE_WEBHOOK_SECRET: options.webhookSecret }),
      ...options.env,
    }),
    port: 0,
    ...options.config,
  }
  let offset = 0
  const postgres = config.postgres ? null : await newPostgres()
  const server = await startServer(
    { ...config, postgres: postgres?.address ?? config.postgres },
    {
      log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
      now: options.now ?? (() => new Date(Date.now() + offset * 1000)),
      jobs: options.jobs ?? false,
      ...(options.lock && { lock: options.lock }),
      isSingleProcess: options.isSingleProcess ?? true,
      // By default, the server sends no requests to Google's services.
      setupServices: options.setupServices ?? null,
      ...(options.context && { context: options.context }),
      ...(options.eventBatchingMs !== undefined && { eventBatchingMs: options.eventBatchingMs }),
      ...(options.canInitialize && { canInitialize: options.canInitialize }),
      ...(options.seed && { seed: options.seed }),
      ...(options.renderer && { renderer: options.renderer }),
    },
  )
  return {
    url: server.url,
    ctx: server.ctx,
    damaged: server.damaged,
    advance(seconds) {
      offset += seconds
    },
    async close() {
      await server.close()
      await postgres?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
