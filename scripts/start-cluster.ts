/**
 * `npm run start:cluster` works like `npm start`, but runs two server processes on Postgres behind a proxy.
 */
import { once } from 'node:events'
import { assertNewInstallation } from '../server/start/assert-new-installation.ts'
import { bindDatabaseToMode } from '../server/start/bind-mode.ts'
import { loadConfig, type Config } from '../server/config/config.ts'
import { openDatabase } from '../server/db/connection.ts'
import { readStartOptions } from '../server/start/start-options.ts'
import { seedDemo } from '../server/seed/seed.ts'
import { findFreePort, startPostgres, type PostgresServer } from './cluster/postgres-server.ts'
import { createClusterProxy } from './cluster/proxy.ts'
import { startWorkers } from './cluster/workers.ts'
import { buildDuringSandbox } from './lib/build-during-sandbox.ts'
import { assertPortsFree, listPorts } from './lib/ports.ts'
import { runService } from './lib/run-service.ts'
import { stopOnSignals } from './lib/stop-on-signals.ts'
import { welcome } from './lib/welcome.ts'

const PROCESSES = 2

await runService(start)

async function start(config: Config): Promise<void> {
  const { canInitialize } = readStartOptions(process.argv.slice(2))
  await assertPortsFree(listPorts(config))
  // Postgres starts before file modes become private: if this process runs as root, Postgres runs as another
  // user, who needs access.
  const postgres = await startClusterPostgres(config)
  const { sandbox, ready } = buildDuringSandbox(config)
  await ready
  const env = environment(config, postgres.url)
  const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort))
  const served = loadConfig(env)
  // This migrates the schema and reports any error before the server processes start. Otherwise, failing
  // processes would be restarted endlessly.
  const database = await openDatabase(served, {
    canUpgrade: true,
    ...(!canInitialize && { beforeCreate: () => assertNewInstallation(served) }),
  })
  await bindDatabaseToMode(database.db, served)
  const workers = startWorkers(ports, env, config.metricsPort)
  if (sandbox) await seedDemo({ config: served, db: database.db, now: () => new Date() })
  await Promise.all([workers.ready, database.close()])
  const proxy = createClusterProxy(workers.origins)
  const stop = stopOnSignals(async () => {
    // Both must close concurrently. The proxy waits for event streams, which end only when the server process
    // that sends them stops.
    await Promise.all([proxy.close(), workers.close()])
    await postgres.stop()
    await sandbox?.stop()
  })
  void sandbox?.ended.then((sentence) => stop(`${sentence} Stopping.`, 1))
  await once(proxy.server.listen(config.port, config.host), 'listening')
  console.log(welcome(config, config.publicUrl))
}

/**
 * Returns the Postgres server that the settings name. If they name none, starts a dedicated one with its data
 * next to DATA_DIR.
 */
async function startClusterPostgres({ postgres, dataDir }: Config): Promise<PostgresServer> {
  return postgres ? { url: postgres.url, stop: async () => {} } : startPostgres(`${dataDir}-postgres`)
}

/**
 * Returns the environment of the server processes, which trust the proxy because only it can reach them.
 * Other trusted proxies in front of it remain trusted.
 */
function environment({ publicUrl, trustProxy }: Config, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    HOST: '127.0.0.1',
    TRUST_PROXY: withProxy(trustProxy),
  }
}

function withProxy(trusted: Config['trustProxy']): string {
  if (typeof trusted === 'number') return String(trusted + 1)
  return ['loopback', ...(trusted || [])].join(',')
}
