import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

export interface StartOptions {
  /** True if an empty database may be created next to existing photos and backups. */
  mayInit: boolean
}

/**
 * Parses the arguments of a start command.
 * @throws StartError on an unknown argument
 */
export function readStartOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({ args, options: { init: { type: 'boolean', default: false } } })
    return { mayInit: values.init }
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}\nThe only option is --init: create an empty database even if photos or backups of an earlier one exist.`,
    )
  }
}
