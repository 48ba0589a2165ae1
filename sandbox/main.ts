/** Runs the stand-ins for Stripe and Firebase Auth on loopback ports. */
import { flushCompileCache } from 'node:module'
import { readSandboxConfig, SandboxConfigError } from './config.ts'
import { type RunningSandbox, SandboxStartError, startServices } from './start.ts'

/** The message to the parent process once both services listen. */
export interface ReadyMessage {
  type: 'ready'
  stripeUrl: string
  identityUrl: string
}

// Only the current user may read the data and the emails. Windows has no such file modes.
if (process.platform !== 'win32') process.umask(0o077)

const CLOSE_WITHIN_MS = 3_000

let running: RunningSandbox | undefined

// Installed first, so that this process also ends if the parent dies during the start.
process.on('disconnect', () => stop())
process.on('SIGTERM', () => stop())
process.on('SIGINT', () => stop())

try {
  running = await startServices(readSandboxConfig(process.env), { log: (line) => console.error(line) })
} catch (error) {
  const isExpected = error instanceof SandboxConfigError || error instanceof SandboxStartError
  console.error(isExpected ? error.message : error)
  process.exit(1)
}

console.log(`sandbox: Stripe on ${running.stripe.url}`)
console.log(`sandbox: identity on ${running.identity.url}`)
const message: ReadyMessage = {
  type: 'ready',
  stripeUrl: running.stripe.url,
  identityUrl: running.identity.url,
}
if (process.connected) process.send?.(message)
// Node writes the compile cache only at a regular exit, which a killed process never reaches.
flushCompileCache()

function stop(): void {
  // State is on disk before each response, so a forced exit after this delay loses nothing.
  setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref()
  void (running?.close() ?? Promise.resolve()).finally(() => process.exit(0))
}
