import type { AlertFrequency } from '../../contract/search-limits.ts'

export const frequencies: readonly { value: AlertFrequency; label: string }[] = [
  { value: 'immediately', label: 'Immediately' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
]
