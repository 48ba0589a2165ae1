/**
 * `npm run test:full` runs the generated tests in full; `npm test` runs a short version of them. It also runs
 * the console's seeded bugs, the HTTP tests on Postgres, and all browser and console tests.
 */
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureKeytar } from './lib/keytar.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, mutationTests, generated, postgresTests, fullBrowserSuites } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await ensureDebianPackages()
await ensureKeytar()
await runSteps([build, mutationTests, generated, postgresTests, ...fullBrowserSuites])
