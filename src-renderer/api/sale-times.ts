import { formatDuration } from '../../contract/duration.ts'
import { formatCount } from '../../contract/number-format.ts'
import { useConfig } from './config.ts'

/**
 * Returns how long a car is held for a paying buyer, such as `15 minutes`, or undefined until the
 * configuration has loaded.
 */
export function useHoldTime(): string | undefined {
  const config = useConfig()
  return config && formatDuration(config.holdSeconds)
}

/**
 * Returns the time from the agreed handover to the payout if no one confirms it, such as `3 days`, or
 * undefined until the configuration has loaded.
 */
export function useReleaseTime(): string | undefined {
  const config = useConfig()
  return config && formatCount(config.releaseDays, 'day')
}
