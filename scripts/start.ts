/** `npm start` serves the whole product, together with its stand-ins in sandbox mode. */
import '../server/start/startup-heap.ts'
import { flushCompileCache } from 'node:module'
import type { Config } from '../server/config/config.ts'
import { lockData } from '../server/db/data-lock.ts'
import { readStartOptions } from '../server/start/start-options.ts'
import { buildDuringSandbox } from './lib/build-during-sandbox.ts'
import { assertPortsFree, listPorts } from './lib/ports.ts'
import { runService } from './lib/run-service.ts'
import { stopOnSignals } from './lib/stop-on-signals.ts'
import { welcome } from './lib/welcome.ts'

await runService(start)

async function start(config: Config): Promise<void> {
  const options = readStartOptions(process.argv.slice(2))
  await assertPortsFree(listPorts(config))
  // The data folder is locked before the sandbox starts, because the sandbox takes its own locks in that
  // folder.
  const lock = lockData(config)
  const { sandbox, ready } = buildDuringSandbox(config)
  // Loading the server's modules is slow as well, so it happens during the build.
  const [{ startServer }, { seedDemo }] = await Promise.all([
    import('../server/main.ts'),
    import('../server/seed/seed.ts'),
    ready,
  ])

  const server = await startServer(config, { ...options, lock, ...(sandbox && { seed: seedDemo }) })
  const stop = stopOnSignals(async (reason) => {
    await server.close(reason)
    await sandbox?.stop()
  })
  void sandbox?.ended.then((sentence) => stop(`${sentence} Stopping.`, 1))
  void server.damaged.then(({ message }) => stop(message, 1))
  console.log(welcome(config, server.url))
  // Without this call, Node writes the compile cache only at a regular exit, which a killed process never
  // reaches.
  flushCompileCache()
}
