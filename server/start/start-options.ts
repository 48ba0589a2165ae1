import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

export interface StartOptions {
  canInitialize: boolean
}

export function readStartOptions(args: string[]): StartOptions {
  try {
    const { values } = parseArgs({ args, options: { init: { type: 'boolean', default: false } } })
    return { canInitialize: values.init }
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}\nThe only option is --init: create an empty database even if photos or backups of an earlier one exist.`,
    )
  }
}
