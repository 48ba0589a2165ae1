/**
 * `npm run release:fixture` writes a data fixture of the current version. Every later version must be able to
 * migrate it.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { run } from './lib/run.ts'

endWithParent()
process.chdir(root)
process.exitCode = await run(process.execPath, ['tests/support/write-release.ts'])
