/** `npm run release:fixture`: writes the data of the current version, which each later version has to upgrade. */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { run } from './lib/run.ts'

endWithParent()
process.chdir(root)
process.exitCode = await run(process.execPath, ['tests/support/write-release.ts'])
