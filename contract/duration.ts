const units = [
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * Returns a duration such as `15 minutes`, `1 hour`, or `90 seconds`, in the largest unit that yields a whole
 * number.
 */
export function formatDuration(seconds: number): string {
  const [name, size] = units.find(([, unit]) => seconds % unit === 0) ?? ['second', 1]
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
