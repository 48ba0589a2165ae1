/** `npm run test:full`: the generated tests with their whole sets, of which `npm test` takes a short form. */
import { endWithParent } from './lib/end-with-parent.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { generated } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await runSteps([generated])
