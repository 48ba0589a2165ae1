/**
 * The entry point of `node server/serve.ts`, which starts only the server. Environment variables configure
 * it.
 */
import './start/startup-heap.ts'
import { writePrivately } from './start/private-files.ts'

// These imports are dynamic, so that `startup-heap.ts` can first limit the heap growth that loading them
// causes.
const { startServer } = await import('./main.ts')
const { loadConfig } = await import('./config/config.ts')
const { describeStartError } = await import('./start/start-error.ts')
const { readStartOptions } = await import('./start/start-options.ts')

writePrivately()
try {
  const server = await startServer(loadConfig(), readStartOptions(process.argv.slice(2)))
  if (server.ctx.config.sandbox?.isOpen)
    server.ctx.log.warn('SANDBOX=on: anyone who can reach this address can sign in as anyone')
  server.ctx.log.info({ url: server.url }, 'listening')
  let closed: Promise<void> | null = null
  // A signal can arrive twice: the terminal sends it to the whole process group, and the parent process
  // forwards it.
  const stop = (code: number, reason: string) =>
    void (closed ??= server.close(reason)).then(() => process.exit(code))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(0, signal))
  void server.damaged.then(({ message }) => {
    process.stderr.write(`${message}\n`)
    stop(1, message)
  })
} catch (error) {
  const startError = describeStartError(error)
  if (startError === null) throw error
  process.stderr.write(`${startError}\n`)
  process.exit(1)
}
