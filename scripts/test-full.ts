/**
 * `npm run test:full`: the generated tests with their whole sets, of which `npm test` takes a short form, the faults
 * planted in the console, the tests over HTTP on Postgres, and all tests in a browser and in the console.
 */
import { ensureDebianPackages } from './lib/debian-packages.ts'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureKeytar } from './lib/keytar.ts'
import { root } from './lib/root.ts'
import { runSteps } from './lib/run-steps.ts'
import { build, faults, generated, onPostgres, whole } from './lib/steps.ts'

endWithParent()
process.chdir(root)
await ensureDebianPackages()
await ensureKeytar()
await runSteps([build, faults, generated, onPostgres, ...whole])
