import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expected } from '../bootstrap/print.cjs'
import { isBuildCurrent } from './build-stamp.ts'
import { root } from './root.ts'

/**
 * Resolves when `out/` is a build of the present sources. The build is a process of its own: the bundler
 * changes NODE_ENV and takes memory, neither of which a server should keep.
 */
export async function ensureBuilt(): Promise<void> {
  if (isBuildCurrent()) return
  const build = fork(join(root, 'scripts', 'build.ts'))
  const [code] = await once(build, 'exit')
  if (code !== 0) throw expected('The build failed; its messages are above.')
}
