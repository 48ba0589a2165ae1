/** `npm run check`: what to run before a commit: format, types, lint, packages, and the tests that need no browser. */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { format, lint, packages, types, unit } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await runSteps([[format, types, lint, packages], unit])
