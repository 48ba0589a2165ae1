import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expected } from '../bootstrap/print.cjs'
import { isBuildCurrent } from './build-stamp.ts'
import { root } from './root.ts'

/**
 * Ensures that `out/` is a build of the current sources. The build runs in its own process, because the
 * bundler changes NODE_ENV and uses memory that the server should not retain.
 */
export async function ensureBuilt(): Promise<void> {
  if (isBuildCurrent()) return
  const build = fork(join(root, 'scripts', 'build.ts'))
  const [code] = await once(build, 'exit')
  if (code !== 0) throw expected('The build failed. See the error above.')
}
