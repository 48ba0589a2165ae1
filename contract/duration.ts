const units = [
  ['hour', 3600],
  ['minute', 60],
] as const

/** `15 minutes`, `1 hour`, `90 seconds`: in the largest unit that says it whole. */
export function durationOf(seconds: number): string {
  const [name, size] = units.find(([, unit]) => seconds % unit === 0) ?? ['second', 1]
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
