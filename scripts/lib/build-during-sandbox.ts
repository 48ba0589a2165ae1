import type { Config } from '../../server/config/config.ts'
import { writePrivately } from '../../server/start/private-files.ts'
import { ensureBuilt } from './ensure-built.ts'
import { startSandbox, type Sandbox } from './sandbox.ts'

/** What a server needs beside itself. The slow parts run at once: the bundler and, in the sandbox world, the sandbox. */
export function buildDuringSandbox(config: Config): {
  sandbox: Sandbox | undefined
  ready: Promise<unknown>
} {
  const built = ensureBuilt()
  // From here on: what is built holds nothing of anybody's, and another user may be the one who serves it.
  writePrivately()
  const sandbox = config.mode === 'sandbox' ? startSandbox(config) : undefined
  return { sandbox, ready: Promise.all([built, sandbox?.ready]) }
}
