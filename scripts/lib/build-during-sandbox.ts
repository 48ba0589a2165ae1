import type { Config } from '../../server/config/config.ts'
import { writePrivately } from '../../server/start/private-files.ts'
import { ensureBuilt } from './ensure-built.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'

/**
 * Starts everything that a server needs. The bundler and, in sandbox mode, the sandbox are slow, so they run
 * concurrently.
 */
export function buildDuringSandbox(config: Config): {
  sandbox: Sandbox | undefined
  ready: Promise<unknown>
} {
  const built = ensureBuilt()
  // From here on, new files are private. The build started earlier, because it contains no user data and
  // another user may have to serve it.
  writePrivately()
  const sandbox = config.mode === 'sandbox' ? startSandbox(config) : undefined
  return { sandbox, ready: Promise.all([built, sandbox?.ready]) }
}
