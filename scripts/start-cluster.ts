/** `npm run start:cluster`: as `npm start`, but two processes of the server on Postgres, behind a proxy. */
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
import { assertPortsFree, portsOf } from './lib/ports.ts'
import { runService } from './lib/run-service.ts'
import { stopOnSignals } from './lib/stop-on-signals.ts'
import { welcome } from './lib/welcome.ts'

const PROCESSES = 2

await runService(start)

async function start(config: Config): Promise<void> {
  const { mayInit } = readStartOptions(process.argv.slice(2))
  await assertPortsFree(portsOf(config))
  // Before what is written is private: where this user is root, Postgres runs as another one.
  const postgres = await postgresOf(config)
  const { sandbox, ready } = buildDuringSandbox(config)
  await ready
  const env = environment(config, postgres.url)
  const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort))
  const served = loadConfig(env)
  // Its schema first, and with it whatever is wrong: processes that end are started again and again.
  const database = await openDatabase(served, {
    mayUpgrade: true,
    ...(!mayInit && { beforeCreate: () => assertNewInstallation(served) }),
  })
  await bindDatabaseToMode(database.db, served)
  const workers = startWorkers(ports, env, config.metricsPort)
  if (sandbox) await seedDemo({ config: served, db: database.db, now: () => new Date() })
  await Promise.all([workers.ready, database.close()])
  const proxy = createClusterProxy(workers.origins)
  const stop = stopOnSignals(async () => {
    // At once: a stream of events ends with the process that sends it, and the proxy waits for that.
    await Promise.all([proxy.close(), workers.close()])
    await postgres.stop()
    await sandbox?.stop()
  })
  void sandbox?.ended.then((sentence) => stop(`${sentence} Stopping.`, 1))
  await once(proxy.server.listen(config.port, config.host), 'listening')
  console.log(welcome(config, config.publicUrl))
}

/** The one that the settings name, or one of its own, with its data beside DATA_DIR. */
async function postgresOf({ postgres, dataDir }: Config): Promise<PostgresServer> {
  return postgres ? { url: postgres.url, stop: async () => {} } : startPostgres(`${dataDir}-postgres`)
}

/** The environment of the processes, which only the proxy reaches. Other proxies in front of it stay trusted. */
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
