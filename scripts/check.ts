/**
 * `npm run check` runs every check that needs no browser: format, types, lint, unused code, packages, commit
 * messages, and tests.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { commits, format, lint, packages, types, unit, unused } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await runSteps([[format, types, lint, unused, packages, commits], unit])
