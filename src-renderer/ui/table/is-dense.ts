import { platform } from '../../platform/current.ts'

/** Reports whether this host uses dense tables that are fully operable by keyboard. */
export function isDense(): boolean {
  return platform.density === 'compact'
}
