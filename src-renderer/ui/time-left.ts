import { formatCount } from '../../contract/number-format.ts'

/**
 * Formats the estimated remaining time with suitable precision: `About 2 minutes left`.
 * @param seconds null if unknown, which results in an empty string
 */
export function formatTimeLeft(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 60) return 'Less than a minute left'
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'About a minute left' : `About ${formatCount(minutes, 'minute')} left`
}
