import { platform } from '../../platform/current.ts'

/** Whether this host's tables are dense, with all that is done by keyboard. */
export function isDense(): boolean {
  return platform.density === 'compact'
}
