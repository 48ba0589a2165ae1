/** Entry point of the API process under `npm run dev`, which restarts it when the server's code changes. */
import { loadConfig } from '../../server/config/config.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { startServer } from '../../server/main.ts'
import { writePrivately } from '../../server/start/private-files.ts'
import { print } from '../bootstrap/print.cjs'
import { endWithParent } from './end-with-parent.ts'
import { describeFailure } from './failure.ts'
import { stopOnSignals } from './stop-on-signals.ts'

endWithParent()
writePrivately()
try {
  const server = await startServer(loadConfig(process.env), { seed: seedDemo })
  stopOnSignals((reason) => server.close(reason))
} catch (error) {
  print(await describeFailure(error))
  process.exit(1)
}
