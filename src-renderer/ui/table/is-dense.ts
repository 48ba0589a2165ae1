import { platform } from '../../platform/current.ts'

/** Reports whether this host's tables are dense and fully operable by keyboard. */
export function isDense(): boolean {
  return platform.density === 'compact'
}
