import { countOf } from '../../contract/figure.ts'

/**
 * `About 2 minutes left`, as coarse as it is sure.
 * @param seconds null while it can't be told: then nothing is said
 */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 60) return 'Less than a minute left'
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'About a minute left' : `About ${countOf(minutes, 'minute')} left`
}
