import { loadConfig, type Config } from '../../server/config/config.ts'
import { print } from '../bootstrap/print.cjs'
import { endWithParent } from './end-with-parent.ts'
import { loadEnvFile } from './env-file.ts'
import { describeFailure } from './failure.ts'
import { root } from './root.ts'

/** Starts what serves until it is told to stop, by the environment and `.env`. A start that fails says why, and ends. */
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
