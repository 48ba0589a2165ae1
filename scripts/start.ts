/** `npm start`: serves the whole product; in the sandbox world with its stand-ins beside it. */
import '../server/small-heap.ts'
import { flushCompileCache } from 'node:module'
import { loadConfig, type Config } from '../server/config.ts'
import { writePrivately } from '../server/private-files.ts'
import { say } from './bootstrap/say.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { assertPortsFree, portsOf } from './lib/ports.ts'
import { root } from './lib/root.ts'
import { startSandbox } from './lib/sandbox.ts'
import { stopOnSignals } from './lib/stop-on-signals.ts'
import { welcome } from './lib/welcome.ts'

endWithParent()
process.chdir(root)
try {
  loadEnvFile()
  await start(loadConfig(process.env))
} catch (error) {
  say(await describeFailure(error))
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  await assertPortsFree(portsOf(config))
  // The slow parts at once: the bundler, the emulator and reading the server's own modules.
  const built = ensureBuilt()
  // From here on: what is built holds nothing of anybody's, and another user may be the one who serves it.
  writePrivately()
  const sandbox = config.world === 'sandbox' ? startSandbox(config) : undefined
  const [{ startServer }, { seedDemo }] = await Promise.all([
    import('../server/main.ts'),
    import('../server/seed/seed.ts'),
    built,
    sandbox?.ready,
  ])

  const server = await startServer(config, sandbox ? { seed: seedDemo } : {})
  const stop = stopOnSignals(async () => {
    await server.close()
    await sandbox?.stop()
  })
  void sandbox?.ended.then((sentence) => stop(`${sentence} Stopping.`, 1))
  void server.damaged.then(({ message }) => stop(message, 1))
  console.log(welcome(config, server.url))
  // Otherwise written at a regular exit only, which a killed process never has.
  flushCompileCache()
}
