/**
 * `npm run release:fixture` writes the data of the current version, which every later version must be able to
 * migrate.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { run } from './lib/run.ts'

endWithParent()
process.chdir(root)
process.exitCode = await run(process.execPath, ['tests/support/write-release.ts'])
