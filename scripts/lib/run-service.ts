import { loadConfig, type Config } from '../../server/config/config.ts'
import { print } from '../bootstrap/print.cjs'
import { endWithParent } from './end-with-parent.ts'
import { loadEnvFile } from './env-file.ts'
import { describeFailure } from './failure.ts'
import { root } from './root.ts'

/**
 * Starts a long-running service, configured by the environment and `.env`. If the start fails, it prints the
 * reason and exits with code 1.
 */
export async function runService(start: (config: Config) => Promise<void>): Promise<void> {
  endWithParent()
  process.chdir(root)
  try {
    loadEnvFile()
    await start(loadConfig(process.env))
  } catch (error) {
    print(await describeFailure(error))
    process.exit(1)
  }
}
