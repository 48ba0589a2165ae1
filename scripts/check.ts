/**
 * `npm run check` runs the checks to pass before a commit: format, types, lint, unused code, packages, and
 * the tests that need no browser.
 */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { format, lint, packages, types, unit, unused } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await runSteps([[format, types, lint, unused, packages], unit])
